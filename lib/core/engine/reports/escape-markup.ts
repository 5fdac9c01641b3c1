import { visibleText } from '../../ground/values/visible-text'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that XML cannot contain, not even as a reference. XML 1.0 section 2.2 */
const notXml = /\p{Cs}|[\ufffe\uffff]/gu

/**
 * Escapes a text for content or attribute values of HTML and XML. Invisible characters are shown by name; other
 * characters that XML cannot contain become U+FFFD.
 */
export const escapeMarkup = (text: string): string =>
  visibleText(text)
    .replace(notXml, '\ufffd')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
