/* The parts of the page that are files of their own, each ended by a zero. */
    .section .rodata
    .global report_style, report_script
report_style:
    .incbin "src/report/page/style.css"
    .byte 0
report_script:
    .incbin "src/report/page/script.js"
    .byte 0
    .section .note.GNU-stack, "", @progbits
