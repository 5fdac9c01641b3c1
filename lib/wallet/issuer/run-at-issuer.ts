import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Refused, WalletStop } from '../errors'
import { fetchStatusList, referenceIn, type StatusList, statusOf, valueAt } from '../formats/credential-status'
import type { HeldCredential } from '../formats/stored-credential'
import { createNodeClient } from '../http/node-client'
import type { SendHttp } from '../http/wire'
import { generateKey, type WalletKey } from '../jose/key'
import { objectMember } from '../json'
import type { Misbehaviour } from '../misbehaviours/issuer/misbehaviour'
import { findMisbehaviour } from '../misbehaviours/issuer/registry'
import { markLeftOut, need } from '../run'
import type { StepReport } from '../run-log'
import { aroundStep } from '../step'
import type { TrustSettings } from '../trust/trust-context'
import { listUri } from './client/wallet-unit'
import { createKeyAttester, dayMillis, type KeyAttester } from './credential/attester'
import { notifyIssuer } from './credential/notification'
import { planProof } from './credential/proofs'
import { requestCredentials } from './credential/request'
import { verifyCredentials } from './credential/store'
import { checkTypes } from './credential/type-metadata'
import { dpopProofs } from './dpop'
import { obtainToken } from './grants/grant'
import { refreshToken } from './grants/token-request'
import { assumedIssuerMetadata, fetchIssuerMetadata, requireConfiguration } from './metadata/metadata'
import { obtainOffer } from './offer/fetch-offer'
import { type IssuerRun, type RevokeUnit, type Run, requireThat, skipsRule, stopIfUnusual } from './run'
import { defaultProfile, type UnitList, type WalletProfile } from './settings'
import { judgeProviders, requireTrust } from './trust'

/** Options of a run; only the link is required. */
export interface IssuanceOptions {
  /** A credential offer link of any scheme. */
  deeplink: string
  profile?: Partial<WalletProfile>
  /** The transaction code given to the user. */
  txCode?: string
  /** The rule to break, or its id. */
  misbehave?: string | Misbehaviour
  /** How often a request is retried with a requested nonce; 1 by default. */
  maxRetries?: number
  onStep?: (step: StepReport) => void
  /** Trusted roots of credential issuers, PEM. Without them the chain is not verified. */
  trustAnchors?: string[]
  /** Trust settings for issuers: metadata, registration, lists. Without them, trust is not evaluated. */
  trust?: TrustSettings

  http?: SendHttp
  /** Epoch milliseconds. */
  clock?: () => number
  /** Waits that many milliseconds, for a deferred credential. */
  wait?: (millis: number) => Promise<unknown>
  random?: (bytes: number) => Uint8Array
  /** Generates this run's keys: the first for DPoP, the others for credentials. */
  keys?: () => WalletKey
  attester?: KeyAttester
  /** Revokes the wallet unit in between, for a wallet that goes on all the same. */
  revokeUnit?: RevokeUnit
  /** The entry of this wallet unit in status lists, from an earlier run for the same issuer. */
  unitIndex?: number | null
  /** The issuer that a careless wallet takes where an offer names none. */
  lastIssuer?: string
  /** The key registered for this client, for `private_key_jwt`. */
  clientKey?: WalletKey
}

const userAgent = 'wallet-capture-reference-wallet/1.0'

let sharedClient: SendHttp | null = null

/** The default wallet provider, and when it was made. */
let sharedAttester: { from: number; attester: Promise<KeyAttester> } | null = null

/** One provider attests all instances of a wallet: the same for a day by the run's clock. */
function attesterAt(nowMillis: number): Promise<KeyAttester> {
  const age = sharedAttester === null ? -1 : nowMillis - sharedAttester.from
  if (sharedAttester === null || age < 0 || age > dayMillis)
    sharedAttester = { from: nowMillis, attester: createKeyAttester(nowMillis, { statesProvider: true }) }
  return sharedAttester.attester
}

/**
 * Runs the reference wallet: takes an offer, fetches the credential and verifies it. Never throws because of an
 * issuer's response: the outcome says how the run ended, and the log holds every request in order.
 * @throws RangeError when no misbehaviour has the given name
 */
export const runAtIssuer = (options: IssuanceOptions): Promise<IssuerRun> =>
  finishRun(startRun(options), options.deeplink)

/** Takes a run that was started from the link to its outcome. Never throws because of an issuer's response. */
export async function finishRun(run: Run, deeplink: string): Promise<IssuerRun> {
  const end = (outcome: IssuerRun['outcome'], found: Partial<IssuerRun> = {}): IssuerRun => {
    markLeftOut(run)
    const {
      log,
      facts: { trust, statusIndex, offer },
    } = run
    const known = { issuer: offer?.credentialIssuer ?? null, unitIndex: statusIndex, trust }
    return { outcome, log, credentials: [], refusal: null, reason: null, ...known, ...found }
  }
  try {
    return end('credential_stored', { credentials: await followOffer(run, deeplink) })
  } catch (error) {
    if (error instanceof Refused) return end('refused_by_issuer', { refusal: error.refusal, reason: error.message })
    if (error instanceof WalletStop) return end('stopped_by_wallet', { reason: error.message })
    throw error
  }
}

async function followOffer(run: Run, deeplink: string): Promise<HeldCredential[]> {
  const { facts } = run
  facts.offer = await obtainOffer(run, deeplink)
  const { preAuthorized, authorizationCode } = facts.offer
  stopIfUnusual(run, 'no_grants', preAuthorized === null && authorizationCode === null, 'The offer has no grants')
  facts.configurationId = need(facts.offer.configurationIds[0], 'credential configuration')
  const host = /^(.*)\/offers\/[^/]+$/.exec(facts.offerUrl ?? '')?.[1] ?? facts.offer.credentialIssuer
  const mixes = host !== facts.offer.credentialIssuer && skipsRule(run, 'offer_issuer')
  if (mixes) facts.offer = { ...facts.offer, credentialIssuer: host }
  facts.issuerMetadata = await fetchIssuerMetadata(run)
  const published = Object.keys(objectMember(facts.issuerMetadata, 'credential_configurations_supported') ?? {})
  if (!published.includes(facts.configurationId) && (mixes || skipsRule(run, 'configuration')))
    facts.configurationId = need(published[0], 'credential configuration')
  if (!published.includes(facts.configurationId) && skipsRule(run, 'metadata_shape'))
    facts.issuerMetadata = {
      ...facts.issuerMetadata,
      credential_configurations_supported: assumedIssuerMetadata(facts.offer).credential_configurations_supported,
    }
  const configuration = requireConfiguration(run, facts.configurationId)
  if (facts.statusIndex !== null) await requireUnit(run, facts.statusIndex)
  await requireTrust(run, configuration)
  // The metadata say what the credential request needs, so the wallet does not use up an offer in vain. A misbehaving
  // wallet goes on until its misbehaviour has shown.
  if (run.misbehaviour === null) planProof(run, configuration)
  await obtainToken(run)
  try {
    const credentials = await issue(run)
    // Like a wallet whose credentials are used up or about to expire (OID4VCI-1FINAL-13.5).
    return run.profile.reissue && facts.refreshToken !== null ? await reissue(run) : credentials
  } catch (error) {
    if (error instanceof WalletStop) await notifyIssuer(run, 'credential_failure', error.message)
    throw error
  }
}

/** Whether the metadata list the fully specified form of the mdoc algorithm alone. OID4VCI-1FINALA-A.2.2 */
function listsSpecifiedOnly({ facts: { issuerMetadata, configurationId } }: Run): boolean {
  const configurations = objectMember(issuerMetadata, 'credential_configurations_supported')
  const listed = objectMember(configurations, configurationId ?? '')?.credential_signing_alg_values_supported
  return Array.isArray(listed) && listed.includes(-9) && !listed.includes(-7)
}

/** Requests what the token is for: each dataset in the token response, or the credential of the offer. */
async function issue(run: Run): Promise<HeldCredential[]> {
  const { facts } = run
  const [first = null, ...others] = facts.credentialIdentifiers
  const credentials: HeldCredential[] = []
  for (const identifier of others.length > 0 && skipsRule(run, 'datasets') ? [first] : [first, ...others]) {
    // Each credential has its own keys.
    if (identifier !== first) facts.holderKeys = []
    facts.credentialIdentifier = identifier
    const issued = await requestCredentials(run)
    const verified = await verifyCredentials(run, issued)
    stopIfUnusual(run, 'specified_algorithm', listsSpecifiedOnly(run), 'The mdoc has no algorithm of the metadata')
    judgeProviders(run, verified)
    const known = run.profile.readsTypes ? await checkTypes(run, verified) : verified
    await checkStatuses(run, known)
    credentials.push(...known)
    await notifyIssuer(run, 'credential_accepted')
  }
  return credentials
}

/** Requests new credentials for new keys, without the user. */
async function reissue(run: Run): Promise<HeldCredential[]> {
  await goOnRevoked(run, 1)
  await refreshToken(run)
  run.facts.holderKeys = []
  await goOnRevoked(run, 2)
  return issue(run)
}

/** Has its unit revoked if this wallet is to go on with such a unit, which its next request then shows. */
async function goOnRevoked(run: Run, list: UnitList): Promise<void> {
  const { misbehaviour, revokeUnit } = run
  if (misbehaviour?.unitRevoked !== list || revokeUnit === null) return
  await revokeUnit(list)
  run.misbehaving = true
}

/**
 * Starts a run, which has sent nothing yet.
 * @throws RangeError when no misbehaviour has the given name
 */
export function startRun(options: IssuanceOptions): Run {
  const { misbehave = null } = options
  const misbehaviour = typeof misbehave === 'string' ? findMisbehaviour(misbehave) : misbehave
  const clock = options.clock ?? Date.now
  const newKey = options.keys ?? generateKey
  sharedClient ??= createNodeClient()
  const profile = { ...defaultProfile, ...options.profile, ...misbehaviour?.needs?.profile }
  const { walletProvider, curve } = profile
  const given = walletProvider !== 'own' ? undefined : options.attester
  let attester: Promise<KeyAttester> | null = given === undefined ? null : Promise.resolve(given)
  const run: Run = {
    profile,
    send: options.http ?? sharedClient,
    clock,
    wait: options.wait ?? pause,
    random: options.random ?? randomBytes,
    newKey,
    attester: () => {
      attester ??=
        walletProvider === 'own' && curve === 'P-256'
          ? attesterAt(clock())
          : createKeyAttester(clock(), { statesProvider: walletProvider !== 'plain', curve })
      return attester
    },
    revokeUnit: options.revokeUnit ?? null,
    clientKey: options.clientKey ?? null,
    lastIssuer: options.lastIssuer ?? null,
    txCode: options.txCode ?? null,
    trustAnchors: options.trustAnchors ?? [],
    trust: options.trust ?? null,
    maxRetries: options.maxRetries ?? 1,
    userAgent,
    misbehaviour,
    onStep: options.onStep ?? (() => {}),
    facts: {
      offerUrl: null,
      offer: null,
      issuerMetadata: null,
      metadataSigner: null,
      trust: null,
      providers: null,
      asMetadata: null,
      configurationId: null,
      clientId: null,
      code: null,
      accessToken: null,
      accessTokenUntil: null,
      refreshToken: null,
      credentialIdentifiers: [],
      credentialIdentifier: null,
      cNonce: null,
      tokenCNonce: null,
      dpopKey: newKey(),
      instanceKey: null,
      statusIndex: options.unitIndex ?? null,
      attester: null,
      holderKeys: [],
      responseKey: null,
      transactionId: null,
      notificationId: null,
      statusLists: new Map(),
      dpopNonces: { as: null, rs: null },
    },
    log: [],
    proofs: dpopProofs(() => run),
    misbehaving: false,
  }
  return run
}

/**
 * Checks the status of each credential that has one (Token Status List sections 6 and 8). A list shared by several
 * credentials is fetched once, and again only after its `ttl` (section 8.3). A list that cannot be read or relied on
 * says nothing about a credential, and is not kept.
 * @throws WalletStop for a status that is malformed, or says that the credential is revoked or suspended
 */
async function checkStatuses(run: Run, credentials: readonly HeldCredential[]): Promise<void> {
  const lists = new Map<string, Promise<StatusList | null>>()
  for (const credential of credentials) {
    const status = statusOf(credential)
    if (status === undefined) continue
    const reference = referenceIn(status)
    requireThat(run, 'status_reference', reference !== null, 'The status of the credential is malformed')
    if (reference === null) continue
    const { idx, uri } = reference
    const list = lists.get(uri) ?? currentList(run, uri)
    lists.set(uri, list)
    const value = valueAt(await list, idx)
    if (value !== null && value !== 0) throw new WalletStop('The credential is revoked or suspended')
  }
}

/**
 * Stops like a wallet whose provider told it that its unit is revoked, which the list of the provider says too.
 * @throws WalletStop
 */
async function requireUnit(run: Run, index: number): Promise<void> {
  const value = valueAt(await currentList(run, listUri(run, 1)), index)
  if (value === null || value === 0) return
  if (run.misbehaviour?.unitRevoked === undefined) throw new WalletStop('The wallet unit is revoked')
  run.misbehaving = true
}

async function currentList(run: Run, uri: string): Promise<StatusList | null> {
  const { statusLists } = run.facts
  const kept = statusLists.get(uri)
  if (kept !== undefined && run.clock() < kept.until) return kept
  const list = await fetchList(run, uri)
  if (list === null) statusLists.delete(uri)
  else statusLists.set(uri, list)
  return list
}

async function fetchList(run: Run, uri: string): Promise<StatusList | null> {
  if (run.misbehaviour?.skip === 'status_list') {
    run.misbehaving = true
    return null
  }
  return aroundStep(run, 'status_list', () => fetchStatusList(run, uri))
}
