! main.f90: three languages in one program. Fortran has the data and the main program, C has the target regions
! (relax.c), C++ looks at the result with host OpenMP (error.cpp).
!
!     mixed [n [steps]]     a field of n x n points (default 257), so many steps (default 100)
!
! A step replaces each point by the mean of its neighbours. A wave of one hill shrinks by the factor cos(pi h) with each
! step, h being the distance of two points, so that the result is known.
program mixed
    use, intrinsic :: iso_c_binding
    implicit none
    interface
        integer(c_int) function relax(u, n, steps) bind(c)
            import
            real(c_double), intent(inout) :: u(*)
            integer(c_int), value :: n, steps
        end function relax
        real(c_double) function largest_error(u, n, height) bind(c)
            import
            real(c_double), intent(in) :: u(*)
            integer(c_int), value :: n
            real(c_double), value :: height
        end function largest_error
    end interface
    real(c_double), parameter :: pi = acos(-1.0_c_double), tolerance = 1e-12_c_double
    real(c_double), allocatable :: u(:, :)
    real(c_double) :: h, height, error
    integer(c_int) :: n, steps, i, j, on_device

    n = argument(1, 257)
    steps = argument(2, 100)
    h = 1.0_c_double / (n - 1)
    allocate (u(n, n))
    do concurrent (i = 1:n, j = 1:n)
        u(i, j) = sin(pi * (i - 1) * h) * sin(pi * (j - 1) * h)
    end do
    on_device = relax(u, n, steps)
    height = cos(pi * h)**steps
    error = largest_error(u, n, height)
    print '(a, i0, a, i0, a, i0, a, es9.2)', 'n ', n, '  steps ', steps, '  on a device ', on_device, '  error ', error
    if (.not. error < tolerance) then
        print '(a)', 'WRONG'
        stop 1
    end if
    print '(a)', 'OK'
contains
    integer(c_int) function argument(number, default)
        integer, intent(in) :: number, default
        character(len=32) :: word
        integer :: status
        argument = default
        if (command_argument_count() < number) return
        call get_command_argument(number, word)
        read (word, *, iostat=status) argument
        if (status /= 0 .or. argument < 2) then
            print '(3a)', 'mixed: "', trim(word), '" is not a number from 2'
            stop 2
        end if
    end function argument
end program mixed
