import type { StoredCredential } from '../formats/stored-credential'
import { headerValues } from '../http/wire'
import type { WalletExchange } from '../run-log'

const jws = /^[\w-]{10,}\.[\w-]*\.[\w-]*$/
const jwe = /^[\w-]{10,}\.[\w-]*\.[\w-]+\.[\w-]{12,}\.[\w-]+$/

/**
 * Every secret in the log of a wallet, by name: what it sent and what it received. Each part of a token counts, so that
 * it cannot be reassembled; the parts of signed documents that anybody may fetch do not.
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
    // The header is evidence, but for what is signed itself: a proof has its key attestation there. OID4VCI-1FINAL-D.1
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
  // The log does not contain the plaintext of an encrypted answer.
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
    // Three parts with dots between them are not always a JWT.
    return []
  }
  if (typeof members !== 'object' || members === null) return []
  return Object.entries(members).flatMap(([member, inner]): [string, string][] =>
    typeof inner === 'string' && jws.test(inner) ? [[member, inner]] : [],
  )
}

/** What a response presents: each presentation of a `vp_token`, or the JWE of an encrypted response. OID4VP-1FINAL-8 */
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
