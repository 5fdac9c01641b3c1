import { fromBase64url } from '../values/base64url'
import { isObject } from '../values/json'
import { holdsForeignAddress, isReservedHost, layersOf, type OwnParty, percentLayersOf } from './own-addresses'

/** Hash of nothing, SHA-256 in base64url: a certificate that nobody can have. */
export const hashOfNothing = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'

/** Members whose value says who somebody is, in the letters that all spellings of them have. */
const namingMembers = new Set(['clientid', 'iss', 'sub'])

/** Whether a member says who somebody is for any reader: some take names in another case, or decode them first. */
export const isNamingMember = (name: string): boolean =>
  percentLayersOf(name).some((layer) => namingMembers.has(lettersOf(layer)))

/** Upper case first, because some letters, such as the long s, have a plain one there alone. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** DIDs in a text, each up to its fragment, path or query. DID-CORE-3.1 */
const dids = /did:[a-z0-9]+:[^\s"'<>#?/\\,;]*/gi

/** Whether a text holds a DID that is neither ours nor of a host that nobody can reach. */
export function holdsForeignDid(text: string, own: OwnParty): boolean {
  return layersOf(text).some((layer) => [...layer.matchAll(dids)].some(([did]) => !isOwnDid(did, own)))
}

/** Whether a JSON text, or one in a JWT, has a member that names somebody else, see `namesSomebodyElse`. */
export const holdsForeignName = (text: string, own: OwnParty): boolean =>
  layersOf(text).some((layer) => /^\s*[{[]/.test(layer) && namesIn(jsonOf(layer), '', own))

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function namesIn(value: unknown, member: string, own: OwnParty): boolean {
  if (typeof value === 'string') return isNamingMember(member) && namesSomebodyElse(value, own)
  if (Array.isArray(value)) return value.some((one) => namesIn(one, member, own))
  return isObject(value) && Object.entries(value).some(([name, one]) => namesIn(one, name, own))
}

function isOwnDid(did: string, { baseUrl, names }: OwnParty): boolean {
  if (names.some((name) => name === did || name.endsWith(`:${did}`) || name.startsWith(`${did}#`))) return true
  const [, host, path = ''] = /^did:web:([^:]+)(.*)$/.exec(did) ?? []
  if (host === undefined) return false
  const plain = host.replace(/%3a/gi, ':').toLowerCase()
  const own = new URL(baseUrl).host
  // Percent-decoded, a port looks like the first step of the path.
  const isOwn =
    plain === own || (plain + path).toLowerCase() === own || (plain + path).toLowerCase().startsWith(`${own}:`)
  return isOwn || isReservedHost(plain.replace(/:\d+$/, ''))
}

/**
 * Whether an identifier names somebody else: not us in any prefix, no name that nobody can have, and more than a plain
 * word. OID4VP-1FINAL-5.9.3
 */
export function namesSomebodyElse(text: string, own: OwnParty): boolean {
  if (own.names.includes(text)) return false
  if (holdsForeignAddress(text, own) || holdsForeignDid(text, own)) return true
  return percentLayersOf(text).some((layer) => isForeignName(layer, own))
}

function isForeignName(text: string, own: OwnParty): boolean {
  if (own.names.includes(text)) return false
  // Neither a prefix nor an address.
  const colon = text.indexOf(':')
  if (colon === -1) return false
  const [prefix, rest] = [text.slice(0, colon).trim(), text.slice(colon + 1)]
  if (/^https?$/i.test(prefix) || /^did$/i.test(prefix)) return false
  return !isOwnOrNobody(prefix.trim().toLowerCase(), rest.trim(), own)
}

/** Whether what follows a prefix is ours, or what nobody can have. */
function isOwnOrNobody(prefix: string, rest: string, own: OwnParty): boolean {
  const { host, hostname } = new URL(own.baseUrl)
  if (rest === '' || [host, hostname].includes(rest.toLowerCase()) || isReservedHost(rest)) return true
  if (own.names.some((name) => rest === name || rest === name.slice(name.indexOf(':') + 1))) return true
  // What looks like an address was judged as one; the same for DIDs.
  if (/^https?:[\\/]{2}/i.test(rest) || /^did:[a-z0-9]+:./i.test(rest)) return true
  if (prefix !== 'x509_hash') return false
  // A text that is no SHA-256 hash is the hash of no certificate.
  const hash = rest.replaceAll(/[\s=]/g, '').replaceAll('+', '-').replaceAll('/', '_')
  return hash === hashOfNothing || fromBase64url(hash)?.length !== 32
}
