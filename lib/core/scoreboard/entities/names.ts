import { plainText } from '../plain-text'

/** Maximum length of the last path segment, in characters. */
const slugMax = 200

/**
 * Whether a text may be the last segment of a new path: lower-case letters and digits, so that no two paths differ only
 * in case, with single hyphens between them.
 */
export const isSlug = (text: string): boolean =>
  text.length <= slugMax && text === text.toLowerCase() && /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(text)

/** Says what `isSlug` requires. */
export const slugWords =
  'must be lower-case letters and digits with single hyphens between them, at most 200 characters'

/** The last path segment for something with this name; '' if the name has neither letters nor digits. */
export const slugOfName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    // Of the Turkish İ, lower case leaves a dot above that no letter has. Unicode SpecialCasing.txt
    .replaceAll('i\u0307', 'i')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, slugMax)
    .replace(/^-|-$/g, '')

/** Maximum length of a namespace, in characters, as of a label in the DNS. RFC 1035 section 2.3.4 */
const namespaceMax = 63

/** Words that paths of the interface have in place of a namespace, and Temporal's own namespaces. */
const reserved: ReadonlySet<string> = new Set([
  'default',
  'temporal-system',
  'aggregate',
  'save-results',
  'details',
  'namespaces',
])

/** Whether a text may be the namespace of a new organisation. */
export const isNamespace = (text: string): boolean =>
  text.length <= namespaceMax && /^[a-z0-9](?:-?[a-z0-9])*$/.test(text) && !reserved.has(text)

/** Says what `isNamespace` requires. */
export const namespaceWords = `must be lower-case letters from a to z and digits with single hyphens between them, at most ${namespaceMax} characters, and none of ${[...reserved].join(', ')}`

/**
 * The namespace for an organisation with this name: letters of Latin alphabets lose their accents, and what is no letter
 * and no digit becomes a hyphen. May be '' or reserved: ask `isNamespace`. Other alphabets are in `lettersLost`.
 */
export const namespaceOfName = (name: string): string =>
  plainText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, namespaceMax)
    .replace(/-$/, '')

/** The letters and digits of a name that its namespace would leave out, each once. */
export const lettersLost = (name: string): string =>
  [...new Set(plainText(name).match(/(?![a-z0-9])[\p{L}\p{N}]/gu))].join('')

/** A path with each segment as the names of new records are written: what people mean by `Acme/My Wallet/1.2`. */
export const canonicalPath = (path: string): string => path.split('/').map(slugOfName).join('/')
