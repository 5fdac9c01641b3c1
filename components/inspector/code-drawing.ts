/** The name of the drawing of the code of the session that a page is about. */
export const codeDrawing = 'session-code'
