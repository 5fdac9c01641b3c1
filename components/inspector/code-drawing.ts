/** Name of the drawing of the session's QR code. */
export const codeDrawing = 'session-code'
