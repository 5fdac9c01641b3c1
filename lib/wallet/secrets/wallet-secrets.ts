import type { StoredCredential } from '../formats/stored-credential'
import { headerValues } from '../http/wire'
import type { WalletExchange } from '../run-log'

const jws = /^[\w-]{10,}\.[\w-]*\.[\w-]*$/

const jwe = /^[\w-]{10,}\.[\w-]*\.[\w-]+\.[\w-]{12,}\.[\w-]+$/

/**
 * Every secret in a wallet's log by name, sent or received. Each part of a token counts, so that it cannot be
 * reassembled; the parts of public signed documents do not.
 */
export function secretsOf(
  run: { readonly log: readonly WalletExchange[]; readonly credentials: readonly Pick<StoredCredential, 'raw'>[] },
  name: string,
): Map<string, string> {
  const secrets = new Map<string, string>()
  const add = (what: string, value: unknown): void => {
    if (typeof value !== 'string' || value.length < 12) return
    secrets.set(`${name} ${what}`, value)
    // An SD-JWT is a JWS and Disclosures, each of which contains a salt.
    const [first = '', ...disclosures] = value.split('~')
    for (const [index, disclosure] of disclosures.entries()) add(`${what}, Disclosure ${index}`, disclosure)
    if (disclosures.length > 0) add(`${what}, JWS`, first)
    // Only the last parts of a JWE are secret; its header is evidence.
    if (jwe.test(value)) secrets.set(`${name} ${what}, ciphertext`, value.split('.')[3] ?? '')
    if (!jws.test(value)) return
    const [header = '', payload = '', signature = ''] = value.split('.')
    // The header is evidence, except for nested signed values: a proof has its key attestation there.
    // OID4VCI-1FINAL-D.1
    for (const [member, inner] of jwtsIn(header)) add(`${what}, ${member} of its header`, inner)
    if (payload.length >= 12) secrets.set(`${name} ${what}, payload`, payload)
    if (signature.length >= 12) secrets.set(`${name} ${what}, signature`, signature)
  }
  run.log.forEach((exchange, index) => {
    const at = (what: string) => `${index} ${exchange.step} ${what}`
    for (const value of headerValues(exchange.headers, 'DPoP')) add(at('DPoP'), value)
    for (const value of headerValues(exchange.headers, 'Authorization')) add(at('Authorization'), value.split(' ')[1])
    for (const header of ['OAuth-Client-Attestation', 'OAuth-Client-Attestation-PoP'])
      for (const value of headerValues(exchange.headers, header)) add(at(header), value)
    for (const value of headerValues(exchange.answerHeaders, 'DPoP-Nonce')) add(at('DPoP-Nonce'), value)
    for (const address of [exchange.url, ...headerValues(exchange.answerHeaders, 'Location')])
      addMembers(address.split('?')[1] ?? null, (member, value) => add(at(`${member} of an address`), value))
    addMembers(exchange.body, (member, value) => add(at(`sent ${member}`), value))
    if (['token', 'refresh', 'nonce', 'challenge', 'credential', 'deferred', 'offer', 'par'].includes(exchange.step))
      addMembers(exchange.answerBody, (member, value) => add(at(`got ${member}`), value))
    for (const presentation of presentationsIn(exchange)) add(at('presentation'), presentation)
    for (const body of [exchange.body, exchange.answerBody]) if (jwe.test(body ?? '')) add(at('JWE'), body)
  })
  // The log does not contain the plaintext of an encrypted response.
  run.credentials.forEach(({ raw }, index) => {
    add(`stored credential ${index}`, raw)
  })
  return secrets
}

/** The members of a JOSE header that are JWTs. */
function jwtsIn(header: string): [member: string, jwt: string][] {
  let members: unknown
  try {
    members = JSON.parse(Buffer.from(header, 'base64url').toString())
  } catch {
    // Three parts separated by dots are not always a JWT.
    return []
  }
  if (typeof members !== 'object' || members === null) return []
  return Object.entries(members).flatMap(([member, inner]): [string, string][] =>
    typeof inner === 'string' && jws.test(inner) ? [[member, inner]] : [],
  )
}

/** The presentations in a response: those of a `vp_token`, or the JWE of an encrypted response. OID4VP-1FINAL-8 */
function presentationsIn({ step, body }: WalletExchange): string[] {
  if (step !== 'response' || body === null) return []
  const form = new URLSearchParams(body)
  const found: string[] = [...form.getAll('response')]
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  for (const token of form.getAll('vp_token'))
    try {
      walk(JSON.parse(token))
    } catch {
      found.push(token)
    }
  return found
}

const secretMembers =
  /^(pre-authorized_code|code|code_verifier|tx_code|access_token|c_nonce|jwt|attestation|credential|key_attestation|nonce|state|request_uri|client_assertion|notification_id|transaction_id|refresh_token|credential_identifiers?|attestation_challenge)$/

/** Visits the members with secret names, at any depth, of a JSON or form body. */
function addMembers(body: string | null, visit: (member: string, value: string) => void): void {
  if (body === null) return
  const walk = (value: unknown, member: string): void => {
    if (typeof value === 'string') {
      if (secretMembers.test(member)) visit(member, value)
    } else if (Array.isArray(value)) for (const element of value) walk(element, member)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, name)
  }
  try {
    walk(JSON.parse(body), '')
  } catch {
    for (const [name, value] of new URLSearchParams(body)) if (secretMembers.test(name)) visit(name, value)
  }
}

/** A searched place, and the secrets that were found there. */
export interface Leak {
  readonly place: string
  readonly secret: string
  readonly form: string
}

/** The text of a place, as bytes. */
export interface Place {
  readonly name: string
  readonly bytes: Buffer
}

/** The part of a value's base64 that does not depend on what surrounds the value. */
function base64Core(value: string, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]).toString('base64')
  return text.slice(offset === 0 ? 0 : 4, -4)
}

/**
 * The forms that a value may take: plain, percent-encoded, hex, or base64 at any offset. Equal forms are kept once,
 * under the first name.
 */
export function formsOf(value: string): ReadonlyMap<string, string> {
  const forms = new Map([
    ['as it is', value],
    ['percent-encoded', encodeURIComponent(value)],
    ['in hex', Buffer.from(value).toString('hex')],
  ])
  for (const offset of [0, 1, 2]) {
    const core = base64Core(value, offset)
    forms.set(`in base64 at offset ${offset}`, core)
    forms.set(`in base64url at offset ${offset}`, core.replaceAll('+', '-').replaceAll('/', '_'))
  }
  const seen = new Set<string>()
  for (const [form, text] of forms) {
    if (seen.has(text)) forms.delete(form)
    seen.add(text)
  }
  return forms
}

/**
 * Pattern length in bytes; every form of a secret is at least this long. Patterns are the last bytes, because all
 * tokens begin alike.
 */
const keyBytes = 8

const filterBits = 22

/** The position of a four-byte word in the filter. */
const slotOf = (word: number): number => Math.imul(word, 0x9e3779b1) >>> (32 - filterBits)

interface Pattern {
  readonly secret: string
  readonly form: string
  readonly bytes: Buffer
}

/**
 * Searches every place for every secret in every form, in one pass over the bytes whatever the number of secrets.
 * Throws for a secret so short that it would be found by chance.
 */
export function findSecrets(places: readonly Place[], secrets: ReadonlyMap<string, string>): Leak[] {
  const patterns = new Map<string, Pattern[]>()
  const filter = new Uint8Array(2 ** filterBits)
  for (const [secret, value] of secrets) {
    if (value.length < 12) throw new Error(`The secret ${secret} is too short to be searched for.`)
    for (const [form, text] of formsOf(value)) {
      const bytes = Buffer.from(text)
      const key = bytes.toString('latin1', bytes.length - keyBytes)
      const alike = patterns.get(key) ?? []
      alike.push({ secret, form, bytes })
      patterns.set(key, alike)
      filter[slotOf(bytes.readInt32LE(bytes.length - keyBytes))] = 1
    }
  }
  const leaks = new Map<string, Leak>()
  for (const { name, bytes } of places) {
    let word = bytes.length < keyBytes ? 0 : bytes.readInt32LE(0) << 8
    for (let at = 0; at + keyBytes <= bytes.length; at++) {
      word = (word >>> 8) | ((bytes[at + 3] ?? 0) << 24)
      if (filter[slotOf(word)] === 0) continue
      for (const pattern of patterns.get(bytes.toString('latin1', at, at + keyBytes)) ?? []) {
        const end = at + keyBytes
        const from = end - pattern.bytes.length
        if (from < 0 || pattern.bytes.compare(bytes, from, end) !== 0) continue
        const { secret, form } = pattern
        leaks.set(JSON.stringify([name, secret, form]), { place: name, secret, form })
      }
    }
  }
  return [...leaks.values()]
}
