program p
  use iso_c_binding
  interface
    function twice(x) bind(c)
      import
      integer(c_int), value :: x
      integer(c_int) :: twice
    end function
  end interface
  if (twice(7) /= 14) stop 1
end program
