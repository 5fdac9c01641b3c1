import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { JwtDraft } from '@/lib/wallet/jose/jws'
import { signJwt } from '@/lib/wallet/jose/jws'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'
import { createHandWallet, type DpopChoice, type HandWallet, type JwtChange } from './hand-wallet'
import type { HttpAnswer, HttpClient, JsonRecord } from './http-client'
import type { TestService } from './service'

/** Changes of one request of the flow. */
export interface FormChanges {
  readonly form?: (form: URLSearchParams) => void
  readonly dpop?: DpopChoice
  readonly headers?: (fields: [string, string][]) => void
  readonly body?: string
  readonly method?: string
}

/**
 * A wallet that the test drives through the authorization code flow. Each request is correct except for what the test
 * changes.
 */
export interface HandCodeWallet extends HandWallet {
  readonly verifier: string
  readonly state: string
  readonly redirectUri: string
  readonly clientId: string
  readonly instanceKey: WalletKey
  readonly issuerState: string
  push(changes?: FormChanges): Promise<HttpAnswer>
  /** Pushes a correct request; throws unless it succeeds. */
  pushed(): Promise<string>
  /** Opens a URL like the browser; returns the response without following redirects. */
  open(url: string): Promise<HttpAnswer>
  authorizeUrl(requestUri: string): string
  /** Opens the authorization endpoint and follows redirects until they leave the service; returns the final URL. */
  browse(requestUri: string): Promise<URL>
  /** Pushes and browses; returns the code. */
  obtainCode(): Promise<string>
  redeem(code: string, changes?: FormChanges): Promise<HttpAnswer>
  attestation(change?: JwtChange): string
  pop(change?: JwtChange): string
  /** Header fields of a correct attestation, or of a changed one. */
  attested(attestation?: JwtChange, pop?: JwtChange): [string, string][]
}

const urlencoded: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']

/** Sources of keys and randomness that a test may replace. */
interface Means {
  readonly http?: HttpClient
  readonly newKey?: () => WalletKey
  readonly random?: (bytes: number) => Buffer
}

/** Creates an authorization code session, and a wallet for it. */
export async function createHandCodeWallet(
  service: Pick<TestService, 'baseUrl' | 'now'>,
  request: JsonRecord = {},
  { http, newKey, random = randomBytes }: Means = {},
): Promise<HandCodeWallet> {
  const base = await createHandWallet(service, { flow: 'authorization_code', ...request }, http, newKey)
  const offer = (await base.http({ path: `/sessions/${base.created.session_id}/offer` })).object()
  const grants = offer.grants as Record<string, JsonRecord>
  const issuerState = String(grants.authorization_code?.issuer_state)
  const issuer = base.created.issuer_identifier
  const verifier = random(32).toString('base64url')
  const state = random(24).toString('base64url')
  const redirectUri = 'https://wallet.example/cb?from=issuer'
  const clientId = 'wallet-by-hand'
  const instanceKey = generateKey()
  const nowSeconds = () => Math.floor(service.now() / 1000)
  const sign = (draft: JwtDraft, change?: JwtChange): string => {
    change?.(draft)
    return signJwt(draft)
  }
  const send = (endpoint: 'par' | 'token', form: URLSearchParams, changes: FormChanges): Promise<HttpAnswer> => {
    changes.form?.(form)
    const { dpop } = changes
    const proofs =
      dpop === null ? [] : dpop !== undefined && 'values' in dpop ? dpop.values : [base.dpop(endpoint, undefined, dpop)]
    const headers: [string, string][] = [urlencoded, ...proofs.map((proof): [string, string] => ['DPoP', proof])]
    changes.headers?.(headers)
    const body = changes.body ?? form.toString()
    return base.http({ method: changes.method ?? 'POST', path: base.path(endpoint), headers, body })
  }

  const wallet: HandCodeWallet = {
    ...base,
    verifier,
    state,
    redirectUri,
    clientId,
    instanceKey,
    issuerState,
    push: (changes = {}) =>
      send(
        'par',
        new URLSearchParams({
          response_type: 'code',
          client_id: clientId,
          redirect_uri: redirectUri,
          scope: base.created.credential_configuration_id,
          state,
          issuer_state: issuerState,
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
        }),
        changes,
      ),
    async pushed() {
      const answer = await wallet.push()
      if (answer.status !== 201) throw new Error(`Not pushed: ${answer.status} ${answer.body}`)
      return String(answer.object().request_uri)
    },
    open: (url) => {
      const { pathname, search } = new URL(url, service.baseUrl)
      return base.http({ path: `${pathname}${search}`, headers: [['User-Agent', 'Mozilla/5.0 (test)']] })
    },
    authorizeUrl: (requestUri) =>
      `${issuer}/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri })}`,
    async browse(requestUri) {
      let url = wallet.authorizeUrl(requestUri)
      for (let hop = 0; hop < 5; hop += 1) {
        const answer = await wallet.open(url)
        const location = answer.header('location')
        if (answer.status !== 302 || location === null) throw new Error(`No redirect: ${answer.status} ${answer.body}`)
        url = location
        if (!url.startsWith(service.baseUrl)) return new URL(url)
      }
      throw new Error('The browser goes round in circles.')
    },
    async obtainCode() {
      return (await wallet.browse(await wallet.pushed())).searchParams.get('code') ?? ''
    },
    redeem: (code, changes = {}) =>
      send(
        'token',
        new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          code_verifier: verifier,
          redirect_uri: redirectUri,
          client_id: clientId,
        }),
        changes,
      ),
    attestation: (change) =>
      sign(
        {
          header: { typ: 'oauth-client-attestation+jwt', alg: 'ES256', x5c: [...base.attester.x5c] },
          claims: {
            iss: 'https://provider.example',
            sub: clientId,
            iat: nowSeconds(),
            exp: nowSeconds() + 3600,
            cnf: { jwk: { ...instanceKey.publicJwk } },
          },
          key: base.attester.key,
        },
        change,
      ),
    pop: (change) =>
      sign(
        {
          header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES256' },
          claims: { iss: clientId, aud: issuer, jti: randomUUID(), iat: nowSeconds() },
          key: instanceKey,
        },
        change,
      ),
    attested: (attestation, pop) => [
      ['OAuth-Client-Attestation', wallet.attestation(attestation)],
      ['OAuth-Client-Attestation-PoP', wallet.pop(pop)],
    ],
  }
  return wallet
}
