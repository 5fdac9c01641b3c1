const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What XML cannot hold, not even as a reference, and control characters that no reader sees. XML 1.0 section 2.2 */
const notXml = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

/** Returns the text as content or attribute value of HTML and XML. What XML cannot hold becomes U+FFFD. */
export const escapeMarkup = (text: string): string =>
  text.replace(notXml, '\ufffd').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
