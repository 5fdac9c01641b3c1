import { visibleText } from '../../ground/values/visible-text'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What XML cannot hold, not even as a reference. XML 1.0 section 2.2 */
const notXml = /\p{Cs}|[\ufffe\uffff]/gu

/**
 * Returns the text as content or attribute value of HTML and XML. Characters that nobody would see have their names; what
 * else XML cannot hold becomes U+FFFD.
 */
export const escapeMarkup = (text: string): string =>
  visibleText(text)
    .replace(notXml, '\ufffd')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
