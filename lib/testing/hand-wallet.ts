import { randomUUID } from 'node:crypto'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { accessTokenHash } from '@/lib/wallet/issuer/dpop'
import { type JwtDraft, signJwt } from '@/lib/wallet/jose/jws'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'
import { createHttpClient, type HttpAnswer, type HttpClient, type JsonRecord } from './http-client'
import type { TestService } from './service'

export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** Changes a JWT before it is signed, or returns a compact string to send instead. */
export type JwtChange = (draft: JwtDraft) => void

/** A header value to send as it is, or a change. `null` sends no header. */
export type DpopChoice = JwtChange | { readonly values: readonly string[] } | null

export interface TokenChanges {
  readonly method?: string
  /** Appended to the path. */
  readonly query?: string
  readonly form?: (form: URLSearchParams) => void
  readonly dpop?: DpopChoice
  readonly headers?: (fields: [string, string][]) => void
  readonly body?: string
}

export interface CredentialChanges {
  readonly query?: string
  readonly request?: (request: JsonRecord) => void
  readonly proof?: JwtChange
  readonly keyAttestation?: JwtChange | null
  readonly dpop?: DpopChoice
  readonly headers?: (fields: [string, string][]) => void
  readonly body?: string
  /** The `c_nonce` to use; `null` for none. By default a fresh one is fetched. */
  readonly nonce?: string | null
  readonly accessToken?: string
}

interface CreatedSession {
  readonly session_id: string
  readonly issuer_configuration_id: string
  readonly issuer_identifier: string
  readonly credential_configuration_id: string
  readonly offer_url: string
  readonly deeplink: string
}

/**
 * A wallet that the test drives. Each request is correct except for the test's change, so a refusal has only one
 * reason. It reads no metadata: paths and members are those of the requirements.
 */
export interface HandWallet {
  readonly http: HttpClient
  readonly created: CreatedSession
  readonly code: string
  readonly dpopKey: WalletKey
  readonly holderKeys: WalletKey[]
  readonly attester: KeyAttester
  /** Path of an endpoint below the issuer, such as `/issuers/eu-pid-device-bound/token`. */
  path(endpoint: string): string
  /** A DPoP proof for one request. */
  dpop(endpoint: string, accessToken?: string, change?: JwtChange): string
  requestToken(changes?: TokenChanges): Promise<HttpAnswer>
  /** Redeems the code; throws unless it succeeds. Later requests use the token. */
  obtainToken(): Promise<string>
  freshNonce(): Promise<string>
  /** The key attestation over the holder keys. */
  keyAttestation(nonce: string | null, change?: JwtChange): string
  proof(nonce: string | null, keyAttestation: string | null, change?: JwtChange): string
  requestCredential(changes?: CredentialChanges): Promise<HttpAnswer>
  view(): Promise<IssuanceSessionView>
}

let sharedAttester: Promise<KeyAttester> | null = null

/** Creates a session of the pre-authorized code flow (unless the request says otherwise) and a wallet for it. */
export async function createHandWallet(
  service: Pick<TestService, 'baseUrl' | 'now'>,
  request: JsonRecord = {},
  http: HttpClient = createHttpClient(service.baseUrl),
  newKey: () => WalletKey = generateKey,
): Promise<HandWallet> {
  sharedAttester ??= createKeyAttester(Date.now())
  const attester = await sharedAttester
  const body = JSON.stringify({ flow: 'pre_authorized_code', ...request })
  const answer = await http({
    method: 'POST',
    path: '/sessions',
    body,
    headers: [['Content-Type', 'application/json']],
  })
  if (answer.status !== 201) throw new Error(`The session was not created: ${answer.status} ${answer.body}`)
  const created = answer.object() as unknown as CreatedSession
  const code = codeOf((await http({ path: `/sessions/${created.session_id}/offer` })).object())
  const dpopKey = newKey()
  const holderKeys = [newKey()]
  const nowSeconds = () => Math.floor(service.now() / 1000)
  const base = created.issuer_identifier.replace(/\/$/, '')
  const path = (endpoint: string) => `${new URL(base).pathname}/${endpoint}`
  const attested = created.issuer_configuration_id === 'eu-pid-device-bound'
  let accessToken: string | null = null

  const sign = (draft: JwtDraft, change?: JwtChange): string => {
    change?.(draft)
    return signJwt(draft)
  }

  const wallet: HandWallet = {
    http,
    created,
    code,
    dpopKey,
    holderKeys,
    attester,
    path,
    dpop: (endpoint, token, change) =>
      sign(
        {
          header: { typ: 'dpop+jwt', alg: 'ES256', jwk: dpopKey.publicJwk },
          claims: {
            jti: randomUUID(),
            htm: 'POST',
            htu: `${base}/${endpoint}`,
            iat: nowSeconds(),
            ...(token === undefined ? {} : { ath: accessTokenHash(token) }),
          },
          key: dpopKey,
        },
        change,
      ),
    async requestToken({
      method = 'POST',
      query = '',
      form: changeForm,
      dpop,
      headers: changeHeaders,
      body: text,
    } = {}) {
      const form = new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': code })
      changeForm?.(form)
      const headers: [string, string][] = [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ...dpopFields(dpop, (change) => wallet.dpop('token', undefined, change)),
      ]
      changeHeaders?.(headers)
      return http({ method, path: path('token') + query, headers, body: text ?? form.toString() })
    },
    async obtainToken() {
      const reply = await wallet.requestToken()
      const token = reply.object().access_token
      if (reply.status !== 200 || typeof token !== 'string') throw new Error(`No token: ${reply.status} ${reply.body}`)
      accessToken = token
      return token
    },
    async freshNonce() {
      return String((await http({ method: 'POST', path: path('nonce') })).object().c_nonce)
    },
    keyAttestation: (nonce, change) =>
      sign(
        {
          header: { typ: 'key-attestation+jwt', alg: 'ES256', x5c: [...attester.x5c] },
          claims: {
            iat: nowSeconds(),
            exp: nowSeconds() + 30 * 86_400,
            attested_keys: holderKeys.map(({ publicJwk }) => ({ ...publicJwk })),
            key_storage: ['iso_18045_moderate'],
            user_authentication: ['iso_18045_moderate'],
            ...(nonce === null ? {} : { nonce }),
          },
          key: attester.key,
        },
        change,
      ),
    proof: (nonce, keyAttestation, change) =>
      sign(
        {
          header: {
            typ: 'openid4vci-proof+jwt',
            alg: 'ES256',
            jwk: { ...holderKeys[0]!.publicJwk },
            ...(keyAttestation === null ? {} : { key_attestation: keyAttestation }),
          },
          claims: { aud: created.issuer_identifier, iat: nowSeconds(), ...(nonce === null ? {} : { nonce }) },
          key: holderKeys[0]!,
        },
        change,
      ),
    async requestCredential(changes = {}) {
      const token = changes.accessToken ?? accessToken ?? (await wallet.obtainToken())
      const nonce = changes.nonce === undefined ? await wallet.freshNonce() : changes.nonce
      const carried = changes.keyAttestation
      const keyAttestation = attested && carried !== null ? wallet.keyAttestation(nonce, carried) : null
      const credentialRequest: JsonRecord = {
        credential_configuration_id: created.credential_configuration_id,
        proofs: { jwt: [wallet.proof(nonce, keyAttestation, changes.proof)] },
      }
      changes.request?.(credentialRequest)
      const headers: [string, string][] = [
        ['Authorization', `DPoP ${token}`],
        ['Content-Type', 'application/json'],
        ...dpopFields(changes.dpop, (change) => wallet.dpop('credential', token, change)),
      ]
      changes.headers?.(headers)
      const text = changes.body ?? JSON.stringify(credentialRequest)
      return http({ method: 'POST', path: path('credential') + (changes.query ?? ''), headers, body: text })
    },
    async view() {
      return (await http({ path: `/sessions/${created.session_id}` })).json() as IssuanceSessionView
    },
  }
  return wallet
}

function dpopFields(choice: DpopChoice | undefined, proof: (change?: JwtChange) => string): [string, string][] {
  if (choice === null) return []
  if (choice !== undefined && 'values' in choice) return choice.values.map((value) => ['DPoP', value])
  return [['DPoP', proof(choice)]]
}

function codeOf(offer: JsonRecord): string {
  const grants = offer.grants as Record<string, JsonRecord>
  return String(grants[preAuthorizedGrant]?.['pre-authorized_code'] ?? '')
}
