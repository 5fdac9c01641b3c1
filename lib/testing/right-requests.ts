import { createHash } from 'node:crypto'
import { Refused, WalletStop } from '@/lib/wallet/errors'
import { headerValue, type SendHttp, type WireAnswer, type WireRequest } from '@/lib/wallet/http/wire'
import { authenticateClient } from '@/lib/wallet/issuer/client/authenticate'
import { pollDeferred } from '@/lib/wallet/issuer/credential/deferred'
import { planEncryption } from '@/lib/wallet/issuer/credential/encryption'
import { notifyIssuer } from '@/lib/wallet/issuer/credential/notification'
import { requestCredentials } from '@/lib/wallet/issuer/credential/request'
import { followToWallet, pushAuthorizationRequest } from '@/lib/wallet/issuer/grants/authorization-code'
import { ownClientId, refreshToken, requestToken } from '@/lib/wallet/issuer/grants/token-request'
import type { Run } from '@/lib/wallet/issuer/run'
import { type IssuanceOptions, startRun } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletKey } from '@/lib/wallet/jose/key'
import { readJsonObject } from '@/lib/wallet/json'

/** The requests of a flow that need something of the session. */
export type FlowOperation =
  | 'pushAuthorizationRequest'
  | 'authorize'
  | 'requestToken'
  | 'requestNonce'
  | 'requestCredential'
  | 'requestDeferredCredential'
  | 'sendNotification'

/** Last segment of the address of each request. */
const segments: Readonly<Record<string, FlowOperation>> = {
  par: 'pushAuthorizationRequest',
  authorize: 'authorize',
  redirect: 'authorize',
  token: 'requestToken',
  nonce: 'requestNonce',
  credential: 'requestCredential',
  deferred: 'requestDeferredCredential',
  notification: 'sendNotification',
}

/** What a request was for, by its address; `null` for any other one. */
export const operationAt = (url: string): FlowOperation | null =>
  segments[new URL(url).pathname.split('/').findLast((part) => part !== '') ?? ''] ?? null

/** What crossed the wire in a run so far: the values that the issuer gave, and the keys that the wallet made. */
export class WireMemory {
  readonly keys: WalletKey[] = []
  readonly randoms: string[] = []
  readonly codes: string[] = []
  readonly tokens: string[] = []
  readonly refreshTokens: string[] = []
  requestUri: string | null = null
  readonly nonces: string[] = []
  transactionId: string | null = null
  notificationId: string | null = null
  /** The key that the wallet's first accepted attestation names. */
  instanceKey: WalletKey | null = null
  /** Parameters of the last pushed request that was accepted. */
  pushed = new URLSearchParams()

  /** Remembers what an answer gives. */
  note({ url, headers: sentHeaders, body: sent }: WireRequest, { status, headers, body }: WireAnswer): void {
    const location = headerValue(headers, 'Location')
    const code = location !== null && URL.canParse(location) ? new URL(location).searchParams.get('code') : null
    const isReturn = operationAt(url) === 'authorize' && new URL(url).pathname.endsWith('/redirect')
    if (isReturn && code !== null) this.codes.push(code)
    const given = status < 300 ? readJsonObject(body) : null
    if (given === null) return
    const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null)
    const operation = operationAt(url)
    const attested = claimOf(headerValue(sentHeaders, 'OAuth-Client-Attestation') ?? '', 'cnf') as {
      jwk?: { x?: string }
    } | null
    this.instanceKey ??= this.keys.find(({ publicJwk }) => publicJwk.x === attested?.jwk?.x) ?? null
    if (operation === 'pushAuthorizationRequest') {
      this.requestUri = text('request_uri')
      this.pushed = new URLSearchParams(sent ?? '')
    }
    const token = text('access_token')
    if (operation === 'requestToken' && token !== null) this.tokens.push(token)
    const refresh = text('refresh_token')
    if (refresh !== null) this.refreshTokens.push(refresh)
    const nonce = text('c_nonce')
    if (nonce !== null) this.nonces.push(nonce)
    this.transactionId = text('transaction_id') ?? this.transactionId
    this.notificationId = text('notification_id') ?? this.notificationId
  }

  /** The code verifier of the last accepted pushed request. */
  verifier(): string {
    const challenge = this.pushed.get('code_challenge')
    const found = this.randoms.find((text) => createHash('sha256').update(text).digest('base64url') === challenge)
    return found ?? 'unknown'
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What a request carried, as far as it can be read. */
export interface Carried {
  readonly form: URLSearchParams
  readonly token: string | null
  /** The nonce of its first proof; `null` if it has none, or cannot be read. */
  readonly nonce: string | null
}

/** Reads the values of a request from the wire. */
export function carriedBy({ headers, body, url }: WireRequest): Carried {
  const form = new URLSearchParams(body ?? '')
  for (const [name, value] of new URL(url).searchParams) if (!form.has(name)) form.set(name, value)
  const json = readJsonObject(body ?? '')
  const proofs = json?.proofs as Record<string, unknown> | undefined
  const [proof] = Object.values(proofs ?? {}).flat()
  return {
    form,
    token: headerValue(headers, 'Authorization')?.split(' ').at(-1) ?? null,
    nonce: textOf(typeof proof === 'string' ? claimOf(proof, 'nonce') : null),
  }
}

const claimOf = (jwt: string, name: string): unknown =>
  readJsonObject(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'))?.[name] ?? null

/** How a right wallet's request ended. */
export interface Tried {
  readonly accepted: boolean
  readonly why: string
}

/** Facts about an issuer that publishes wrong ones on purpose: where its endpoints are all the same. */
const rightAddresses = ({ facts }: Run, issuer: string): Partial<Run['facts']> => ({
  offer: facts.offer && { ...facts.offer, credentialIssuer: issuer },
  asMetadata: {
    ...facts.asMetadata,
    issuer,
    token_endpoint: `${issuer}/token`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    authorization_endpoint: `${issuer}/authorize`,
    code_challenge_methods_supported: ['S256'],
  },
  issuerMetadata: {
    ...facts.issuerMetadata,
    credential_endpoint: `${issuer}/credential`,
    nonce_endpoint: `${issuer}/nonce`,
    notification_endpoint: `${issuer}/notification`,
  },
})

/**
 * A wallet that does everything right with the values of another one's session.
 * @param issuer the issuer of the session, if it publishes wrong facts on purpose
 */
export function rightWallet(
  run: Run,
  options: IssuanceOptions,
  { memory, issuer }: { readonly memory: WireMemory; readonly issuer: string | null },
) {
  const statuses: [FlowOperation | null, number, string][] = []
  const send: SendHttp = async (request) => {
    const answer = await (options.http ?? run.send)(request)
    const location = headerValue(answer.headers, 'Location') ?? ''
    const refused = answer.status >= 400 || /[?&]error=/.test(location)
    statuses.push([operationAt(request.url), refused ? Math.max(400, answer.status) : answer.status, answer.body])
    return answer
  }
  /** The run with right facts; `nonce` is used instead of a fresh one. */
  const shadow = (nonce?: string | null): Run => {
    const { misbehave: _, ...rest } = options
    const right = startRun({ ...rest, http: send, keys: () => run.newKey() })
    const [dpopKey] = memory.keys
    Object.assign(right.facts, {
      ...run.facts,
      ...(dpopKey === undefined ? {} : { dpopKey }),
      ...(memory.instanceKey === null ? {} : { instanceKey: memory.instanceKey }),
      ...(issuer === null ? {} : rightAddresses(run, issuer)),
      code: memory.codes.at(-1) ?? null,
      accessToken: memory.tokens.at(-1) ?? null,
      refreshToken: memory.refreshTokens.at(-1) ?? null,
      transactionId: memory.transactionId ?? run.facts.transactionId,
      notificationId: memory.notificationId ?? run.facts.notificationId,
      holderKeys: [],
      credentialIdentifier: run.facts.credentialIdentifiers[0] ?? null,
      dpopNonces: { ...run.facts.dpopNonces },
      statusLists: new Map(),
      tokenCNonce: nonce ?? null,
    })
    // Kept from fetching a fresh nonce.
    return nonce === undefined
      ? right
      : { ...right, misbehaviour: { id: 'none', title: '', expect: 'accepted', skip: 'nonce' } }
  }
  /** Whether the first request of this kind that was not asked for a nonce was accepted. */
  const attempt = async (operation: FlowOperation, act: () => Promise<unknown>): Promise<Tried> => {
    statuses.length = 0
    let thrown = ''
    try {
      await act()
    } catch (error) {
      if (!(error instanceof Refused || error instanceof WalletStop)) throw error
      thrown = error.message
    }
    const own = statuses.filter(([of, , body]) => of === operation && !/"use_(dpop|attestation)/.test(body))
    const last = operation === 'authorize' ? own.at(-1) : own[0]
    return {
      accepted: last !== undefined && last[1] < 400,
      why: `${thrown} ${statuses.map(([of, status, body]) => `${of} ${status} ${body.slice(0, 160)}`).join('; ')}`,
    }
  }
  const clientId = () => memory.pushed.get('client_id') ?? run.profile.clientId ?? ownClientId
  const token = (code: string) => {
    const right = shadow()
    const preAuthorized = run.facts.offer?.preAuthorized ?? null
    const txCode = preAuthorized?.txCode ? run.txCode : null
    const form = (): [string, string][] =>
      preAuthorized !== null
        ? [
            ['grant_type', 'urn:ietf:params:oauth:grant-type:pre-authorized_code'],
            ['pre-authorized_code', code],
            ...(txCode === null ? [] : ([['tx_code', txCode]] satisfies [string, string][])),
          ]
        : [
            ['grant_type', 'authorization_code'],
            ['code', code],
            ['redirect_uri', memory.pushed.get('redirect_uri') ?? ''],
            ['code_verifier', memory.verifier()],
            ['client_id', clientId()],
          ]
    return requestToken(right, form, () => authenticateClient(right, 'token', clientId()))
  }
  const offered = () => run.facts.offer?.preAuthorized?.code ?? memory.codes.at(-1) ?? ''
  const issuerState = () => run.facts.offer?.authorizationCode?.issuerState ?? null

  return {
    /** The operation with the values that the refused request carried, or, for what it lacked, those of the session. */
    again: (operation: FlowOperation, { form, token: sent, nonce }: Carried): Promise<Tried> =>
      attempt(operation, async () => {
        switch (operation) {
          case 'pushAuthorizationRequest':
            return pushAuthorizationRequest(shadow(), run.profile.clientId ?? ownClientId, issuerState())
          case 'authorize': {
            const requestUri = form.get('request_uri') ?? memory.requestUri
            return followToWallet(shadow(), clientId(), { requestUri, parameters: [] })
          }
          case 'requestToken': {
            if (form.get('grant_type') === 'refresh_token') {
              const right = shadow()
              const carried = form.get('refresh_token') ?? ''
              right.facts.refreshToken = memory.refreshTokens.includes(carried) ? carried : right.facts.refreshToken
              return refreshToken(right)
            }
            const code = form.get('code') ?? form.get('pre-authorized_code') ?? ''
            return token(memory.codes.includes(code) ? code : offered())
          }
          case 'requestNonce':
            return requestCredentials(shadow())
          case 'requestCredential': {
            const right = shadow(nonce ?? memory.nonces.at(-1) ?? null)
            right.facts.accessToken = sent !== null && memory.tokens.includes(sent) ? sent : right.facts.accessToken
            right.facts.refreshToken = null
            return requestCredentials(right)
          }
          case 'requestDeferredCredential': {
            const right = shadow()
            right.facts.refreshToken = null
            const deferral = { transaction_id: right.facts.transactionId, interval: 1 }
            return pollDeferred(right, deferral, planEncryption(right))
          }
          case 'sendNotification': {
            const right = shadow()
            right.facts.refreshToken = null
            return notifyIssuer(right, 'credential_accepted')
          }
        }
      }),
    /** What a next step says to do. */
    follow: (operation: FlowOperation, refused: FlowOperation): Promise<Tried> =>
      attempt(operation, async () => {
        switch (operation) {
          case 'pushAuthorizationRequest':
            return pushAuthorizationRequest(shadow(), run.profile.clientId ?? ownClientId, issuerState())
          case 'authorize':
            return followToWallet(shadow(), clientId(), { requestUri: memory.requestUri, parameters: [] })
          case 'requestToken':
            return refused !== 'requestToken' && memory.refreshTokens.length > 0
              ? refreshToken(shadow())
              : token(offered())
          default:
            return requestCredentials(shadow())
        }
      }),
  }
}
