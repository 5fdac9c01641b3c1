import { randomBytes } from 'node:crypto'
import { responseClaimsMax } from '@/lib/core/issuer/configurations/laboratory/own-claims'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { HttpClient, HttpRequest, JsonRecord } from '@/lib/testing/http-client'
import type { TestService } from '@/lib/testing/service'
import { encryptJwe } from '@/lib/wallet/jose/jwe'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'
import { type CostlyRequest, listOf, opaque } from './costly-requests'

/** Credentials that one request may get. */
export const batchMax = 100
const claimsMax = 200
/** Keys cost more than anything else of a request: all wallets share them. */
const keys: WalletKey[] = []

type Format = 'dc+sd-jwt' | 'mso_mdoc'

/** How a batch is asked for, beyond its number. */
interface Asked {
  readonly session?: JsonRecord
  readonly laboratory?: JsonRecord
  readonly size?: number
  readonly encrypted?: boolean
  readonly deferred?: boolean
  /** A single attestation names all keys, in place of a proof for each. */
  readonly attested?: boolean
  readonly status?: boolean
}

/** A type with as many claims as may be, or a certain number of them. */
const ownType = (format: Format, claims: JsonRecord, more: JsonRecord = {}): JsonRecord => ({
  credentials: [{ id: 'own', format, ...(format === 'mso_mdoc' ? { doctype: 'own' } : {}), claims, ...more }],
})
export const flat = (count: number, text = 'Anna'): JsonRecord =>
  Object.fromEntries(listOf(count, (index) => [`claim_${index}`, text]))
/** As many members and elements as one type may have, as deep as they may be. */
const nested = (): JsonRecord => {
  const tower = (depth: number): JsonRecord => (depth === 0 ? { leaf: 'Anna' } : { of: tower(depth - 1) })
  return Object.fromEntries(listOf(claimsMax / 8, (index) => [`tower_${index}`, tower(6)]))
}

/** As many credentials as may be of the largest type. */
const largest = { size: responseClaimsMax / claimsMax }
const pidMdoc = { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof' }

/** A wallet that may ask for as many credentials as there may be, several times. */
export async function batchWallet(
  service: Pick<TestService, 'baseUrl' | 'now'>,
  http: HttpClient,
  { session = {}, laboratory = {}, size = batchMax, ...asked }: Asked,
) {
  while (keys.length < size) keys.push(generateKey())
  const wallet = await createHandWallet(
    service,
    {
      issuer_configuration_id: asked.attested ? 'eu-pid-device-bound' : 'eu-pid-jwt-proof-only',
      dpop_nonce: 'off',
      ...('credentials' in laboratory ? { credential_configuration_id: 'own' } : {}),
      ...session,
      laboratory: {
        ...(size > 1 ? { batch: { size } } : {}),
        ...(asked.deferred ? { deferred: { interval: 1, pending: 0 } } : {}),
        ...(asked.status ? { status: {} } : {}),
        ...laboratory,
      },
    },
    http,
  )
  wallet.holderKeys.splice(0, wallet.holderKeys.length, ...keys.slice(0, size))
  const token = await wallet.obtainToken()
  const forResponse = asked.encrypted ? responseEncryption : {}
  return {
    created: wallet.created,
    /** The next request: the first one, or of what was deferred the last one. */
    request: async (): Promise<HttpRequest> => {
      const nonce = await wallet.freshNonce()
      const message = {
        credential_configuration_id: wallet.created.credential_configuration_id,
        proofs: {
          jwt: asked.attested
            ? [wallet.proof(nonce, wallet.keyAttestation(nonce))]
            : wallet.holderKeys.map((key) => proofWith(wallet, nonce, key)),
        },
        ...forResponse,
      }
      const first = await signedRequest(wallet, token, 'credential', message, asked)
      if (!asked.deferred) return first
      const answer = await http(first)
      const { transaction_id } = answer.object()
      if (answer.status !== 202) throw new Error(`Nothing was deferred: ${answer.status} ${answer.body.slice(0, 300)}`)
      return signedRequest(wallet, token, 'deferred', { transaction_id, ...forResponse }, asked)
    },
  }
}

const responseEncryption = {
  credential_response_encryption: {
    jwk: { ...generateKey().publicJwk, kid: 'answer', use: 'enc', alg: 'ECDH-ES' },
    enc: 'A256GCM',
  },
}

const proofWith = (wallet: HandWallet, nonce: string, key: WalletKey): string =>
  wallet.proof(nonce, null, (draft) => {
    Object.assign(draft, { key })
    Object.assign(draft.header, { jwk: { ...key.publicJwk } })
  })

async function signedRequest(
  wallet: HandWallet,
  token: string,
  endpoint: 'credential' | 'deferred',
  message: JsonRecord,
  { encrypted }: Asked,
): Promise<HttpRequest> {
  return {
    method: 'POST',
    path: wallet.path(endpoint),
    headers: [
      ['Authorization', `DPoP ${token}`],
      ['Content-Type', encrypted ? 'application/jwt' : 'application/json'],
      ['DPoP', wallet.dpop(endpoint, token)],
    ],
    body: encrypted ? await sealed(wallet, message) : JSON.stringify(message),
  }
}

/** The message encrypted to the key that the metadata publish. */
async function sealed(wallet: HandWallet, message: JsonRecord): Promise<string> {
  const { pathname } = new URL(wallet.created.issuer_identifier)
  const metadata = (await wallet.http({ path: `/.well-known/openid-credential-issuer${pathname}` })).object()
  const { jwks } = metadata.credential_request_encryption as { jwks: { keys: [Record<string, string>] } }
  const { kid, kty, crv, x, y } = jwks.keys[0]
  return encryptJwe(
    {
      header: { alg: 'ECDH-ES', enc: 'A128GCM', kid: String(kid) },
      plaintext: JSON.stringify(message),
      recipient: { kty: String(kty), crv: String(crv), x: String(x), y: String(y) },
    },
    randomBytes,
  )
}

/** Requests for as many credentials as there may be at once, of every kind. */
export function issuances(service: Pick<TestService, 'baseUrl' | 'now'>, http: HttpClient): CostlyRequest[] {
  const issuance = (name: string, asked: Asked): CostlyRequest => ({
    name: `issuance: ${name}`,
    make: async () => (await batchWallet(service, http, asked)).request(),
    credentials: asked.size ?? batchMax,
  })
  const kinds: readonly (readonly [string, Asked])[] = [
    ['PID, SD-JWT VC', {}],
    ['PID, mdoc', { session: pidMdoc }],
    ['PID, SD-JWT VC, 100 attested keys', { attested: true }],
    ['PID, mdoc, status', { session: pidMdoc, status: true }],
    ['40 elements, mdoc', { laboratory: ownType('mso_mdoc', flat(40)) }],
    ['40 claims, SD-JWT VC', { laboratory: ownType('dc+sd-jwt', flat(40)) }],
    ['20 × 200 elements, mdoc', { ...largest, laboratory: ownType('mso_mdoc', flat(claimsMax)) }],
    ['20 × 200 nested values, mdoc', { ...largest, laboratory: ownType('mso_mdoc', nested()) }],
    ['20 × 200 claims, SD-JWT VC', { ...largest, laboratory: ownType('dc+sd-jwt', flat(claimsMax)) }],
    ['20 × 200 nested claims, SD-JWT VC', { ...largest, laboratory: ownType('dc+sd-jwt', nested()) }],
    [
      '20 × 200 claims of SHA-512',
      { ...largest, laboratory: ownType('dc+sd-jwt', flat(claimsMax), { digest_alg: 'sha-512' }) },
    ],
    [
      '20 × 200 paths of disclosure × 200 claims',
      {
        ...largest,
        laboratory: ownType('dc+sd-jwt', flat(claimsMax), {
          disclosure: listOf(claimsMax, (index) => [`claim_${index}`]),
        }),
      },
    ],
    ['20 × 15 claims of 4 kB, SD-JWT VC', { ...largest, laboratory: ownType('dc+sd-jwt', flat(15, opaque(4000))) }],
    ['20 × 15 claims of 4 kB, mdoc', { ...largest, laboratory: ownType('mso_mdoc', flat(15, opaque(4000))) }],
    [
      '32 × a picture of 40 kB, mdoc',
      { size: 32, laboratory: ownType('mso_mdoc', { picture: { $bytes: opaque(40_000) } }) },
    ],
  ]
  return kinds.flatMap(([name, asked]) => [
    issuance(name, asked),
    issuance(`${name}, deferred`, { ...asked, deferred: true }),
    issuance(`${name}, encrypted`, { ...asked, encrypted: true }),
  ])
}
