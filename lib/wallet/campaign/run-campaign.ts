import { WalletStop } from '../errors'
import type { HeldCredential } from '../formats/stored-credential'
import { type SendHttp, withRetryAfter } from '../http/wire'
import { runAtIssuer } from '../issuer/run-at-issuer'
import type { WalletProfile } from '../issuer/settings'
import { misbehaviours } from '../misbehaviours/issuer/registry'
import { presentationMisbehaviours } from '../misbehaviours/verifier/registry'
import type { TrustSettings } from '../trust/trust-context'
import { obtainCredential } from '../verifier/obtain-credential'
import { runAtVerifier, type VerifierOptions } from '../verifier/run-at-verifier'
import type { PresentationProfile } from '../verifier/settings'
import type { CampaignClient, CampaignNext, CampaignSession, Shown } from './campaign-client'

/** Options of a run through a campaign. */
export interface CampaignRunOptions {
  readonly client: CampaignClient
  /** Origin of the service, which also issues the credentials that the wallet lacks. */
  readonly origin: string
  readonly http: SendHttp
  /** The id of the rule to break in each session of its protocol, or a function that returns it. */
  readonly misbehave?: string | ((session: CampaignSession) => string | null)
  /** Epoch milliseconds. */
  readonly clock?: () => number
  /** Waits that many milliseconds, for a deferred credential. */
  readonly wait?: (millis: number) => Promise<unknown>
  /** Trust settings for sessions of the European framework; without them, trust is not evaluated. */
  readonly trust?: TrustSettings
  /**
   * Trusted roots of issuers and verifiers, as PEM. Without any, the wallet uses the test root in sessions about a
   * root.
   */
  readonly trustAnchors?: string[]
  /** Verifiers that the wallet knows without a certificate. */
  readonly knows?: Pick<VerifierOptions, 'attestationIssuers' | 'registeredVerifiers'>
  /** Overrides of the wallet's presentation settings. */
  readonly presents?: Partial<PresentationProfile>
  /** Awaited before the wallet opens a session. */
  readonly onStart?: (session: CampaignSession) => Promise<void>
  readonly onSession?: (session: CampaignSession, outcome: string) => void
}

/** Seconds of each long poll for the end of a session, and how many polls to make. */
const waitSeconds = 30
const waitsMax = 4

/**
 * Runs the reference wallet through a campaign, one session after the other, until it is finished. It stores nothing:
 * run again for the same campaign, it continues where it was and repeats an unfinished session.
 * @throws WalletStop when the service refuses, or is down for longer than the client waits
 */
export async function runCampaign(options: CampaignRunOptions): Promise<CampaignNext> {
  const { client, onSession = () => {} } = options
  const held: Held = { pids: [], own: [], issuer: null }
  let next = await client.next()
  if (next.session !== null && !(await client.isFresh(next.session))) {
    await client.again(next.session.preset)
    next = await client.next()
  }
  while (next.session !== null) {
    const { session } = next
    const { outcome, shown, isBroken, isUnseen } = await runSession(session, held, options)
    if (isBroken) await client.again(session.preset)
    onSession(session, isBroken ? 'the service was down: tried again' : outcome)
    if (isUnseen && !isBroken && shown !== null) await client.tell(session.id, shown)
    next = isBroken ? await client.next() : await leave(session, shown, client)
  }
  return next
}

/** Credentials obtained so far. A careless wallet presents the first one. */
interface Held {
  pids: HeldCredential[]
  /** From issuers of a session's own, including their PIDs. */
  own: HeldCredential[]
  /** The issuer of the last session. A careless wallet takes it where an offer names none. */
  issuer: string | null
}

interface SessionRun {
  readonly outcome: string
  /** What to report if the session itself does not show it. */
  readonly shown: Shown | null
  /** The service went down during the session. */
  readonly isBroken: boolean
  /** The wallet refused, and the page only learned that it got nothing. */
  readonly isUnseen?: boolean
}

/** Whether the session issues a credential of its own issuer, which later sessions may ask back. */
const isOwn = ({ preset }: CampaignSession): boolean =>
  preset.startsWith('own.') ||
  preset.startsWith('payments.card') ||
  /^(?:.+\.type_no_category|.+\.vct_integrity_wrong|trusted_issuer)$/.test(preset)

/** Whether the unit is revoked after the credential, and the issuer then makes another offer. */
const isRevokedLater = ({ preset }: CampaignSession): boolean => preset === 'wallet_unit.revoked'

/** HAIP allows no other response type, so every campaign wallet supports this one (HAIP-1FINAL-5). */
const commonProfile: Partial<PresentationProfile> = { responseTypes: ['vp_token'] }

/** Addresses of lists and statuses, which a session may deliberately make unavailable. */
const isOfTrust = (url: string): boolean => new URL(url).pathname.startsWith('/trust/')

/** Wallet settings without which a session shows nothing. */
const profileFor = ({ preset }: CampaignSession): Partial<WalletProfile> => ({
  encrypt: preset.endsWith('response_not_encrypted'),
  signedMetadata: asksSignedMetadata(preset),
  reissue: preset.endsWith('.refresh') || preset.endsWith('refresh_lost'),
  // The payment that follows shows what the wallet makes of the hash.
  readsTypes: !preset.endsWith('.vct_integrity_wrong'),
})

async function runSession(
  session: CampaignSession,
  held: Held,
  { client, http, origin, misbehave, clock, wait, knows, presents, trust, trustAnchors, onStart }: CampaignRunOptions,
): Promise<SessionRun> {
  let isBroken = false
  const watched: SendHttp = async (request) => {
    try {
      const answer = await http(request)
      // Nothing was recorded, so this run says nothing about the wallet.
      if (answer.status === 503 && !isOfTrust(request.url)) isBroken = true
      return answer
    } catch (error) {
      // A request may lead elsewhere on purpose, to a host that nobody has.
      if (new URL(request.url).origin === new URL(origin).origin) isBroken = true
      throw error
    }
  }
  const wrong = typeof misbehave === 'function' ? misbehave(session) : (misbehave ?? null)
  const isOf = (known: readonly { readonly id: string }[]) => wrong !== null && known.some(({ id }) => id === wrong)
  await onStart?.(session)
  const timed = { ...(clock === undefined ? {} : { clock }), ...(wait === undefined ? {} : { wait }) }
  const evaluated = trust !== undefined && (await client.isEuropean(session)) ? { trust } : {}
  const roots = trustAnchors ?? (isAboutRoot(session.preset) ? [await rootOf(origin, watched)] : [])
  const common = { deeplink: session.deeplink, http: watched, trustAnchors: roots, ...timed, ...evaluated }
  if (session.kind === 'issuance') {
    const asks = {
      ...common,
      profile: profileFor(session),
      ...(held.issuer === null ? {} : { lastIssuer: held.issuer }),
      ...(session.txCode === null ? {} : { txCode: session.txCode }),
      ...(wrong !== null && isOf(misbehaviours) ? { misbehave: wrong } : {}),
    }
    const run = await runAtIssuer(asks)
    held.issuer = run.issuer ?? held.issuer
    const isStored = run.outcome === 'credential_stored'
    if (isStored && isRevokedLater(session)) {
      const { reason } = await runAtIssuer({
        ...asks,
        deeplink: await client.offerRevoked(session),
        unitIndex: run.unitIndex,
      })
      return { outcome: `stored, then: ${reason ?? 'stored again'}`, shown: null, isBroken }
    }
    if (isStored && session.preset.startsWith('issue.')) held.pids.push(...run.credentials)
    if (isStored && isOwn(session)) held.own.push(...run.credentials)
    return { outcome: run.reason ?? 'stored', shown: shownBy(session, isStored), isBroken }
  }
  try {
    await obtainWhatIsMissing(held.pids, { ...timed, origin, http: withRetryAfter(watched) })
  } catch (error) {
    if (!(error instanceof WalletStop) || !isBroken) throw error
    return { outcome: error.message, shown: null, isBroken }
  }
  const run = await runAtVerifier({
    ...common,
    credentials: [...held.pids, ...held.own],
    ...knows,
    profile: { ...commonProfile, ...presents, ...presentsFor[session.preset], ...profileToPresent(wrong) },
    ...(wrong !== null && isOf(presentationMisbehaviours) ? { misbehave: wrong } : {}),
  })
  const hasWarned = run.outcome === 'presented' && run.trust?.warned === true && session.expects === 'refusal'
  return {
    outcome: hasWarned ? 'presented after a warning' : (run.reason ?? 'presented'),
    shown: hasWarned ? 'warned' : shownBy(session, run.outcome === 'presented'),
    isBroken,
    isUnseen: run.declined?.error === 'NotAllowedError',
  }
}

/** The test root, which a test wallet takes from the service under test. */
async function rootOf(origin: string, http: SendHttp): Promise<string> {
  const url = `${origin}/pki/root-ca.pem`
  return (await withRetryAfter(http)({ method: 'GET', url, headers: [], body: null })).body
}

/** Going on is reported only if the wallet should have refused; stopping shows an error. */
const shownBy = ({ expects, preset }: CampaignSession, wentOn: boolean): Shown | null =>
  wentOn ? (expects === 'refusal' || onScreen.includes(preset) ? 'went_on' : null) : 'error'

async function obtainWhatIsMissing(
  held: HeldCredential[],
  options: Pick<CampaignRunOptions, 'origin' | 'http' | 'clock'>,
): Promise<void> {
  for (const format of ['dc+sd-jwt', 'mso_mdoc'] as const) {
    if (held.some((credential) => credential.format === format)) continue
    const { credentials, reason } = await obtainCredential({ ...options, format })
    if (credentials.length === 0) throw new WalletStop(`The wallet got no credential: ${reason}`)
    held.push(...credentials)
  }
}

/** Ends a session: reports what the wallet showed if the service cannot see it, then waits for the next session. */
async function leave(
  { id, preset }: CampaignSession,
  shown: Shown | null,
  client: CampaignClient,
): Promise<CampaignNext> {
  let next = await client.next(id)
  // The service sees no warning, even if it got a presentation, nor what its response led to.
  if (
    shown === 'warned' ||
    (shown !== null && onScreen.includes(preset)) ||
    (next.session?.id === id && shown !== null)
  ) {
    await client.tell(id, shown)
    next = await client.next(id)
  }
  for (let wait = 0; next.session?.id === id && wait < waitsMax; wait += 1) next = await client.next(id, waitSeconds)
  if (next.session?.id !== id) return next
  await client.tell(id, 'nothing')
  return client.next(id)
}

/** Wallet settings without which the wallet cannot break a rule. */
const profileToPresent = (wrong: string | null): Partial<PresentationProfile> =>
  presentationMisbehaviours.find(({ id }) => id === wrong)?.needs?.profile ?? {}

/** Wallet settings for presentation presets that show nothing without them. */
export const presentsFor: Readonly<Record<string, Partial<PresentationProfile>>> = {
  user_denies: { consent: 'denied' },
  user_fails_pin: { consent: 'denied' },
  by_value_under_haip: { haipOnly: true },
  san_dns_under_haip: { haipOnly: true },
  dc_mode_plain: { haipOnly: true },
  request_not_encrypted: { walletMetadata: 'encrypted' },
  answer_without_redirect: { needsRedirect: true },
}

/** Whether the preset shows something only for a wallet that asks for signed issuer metadata. */
const asksSignedMetadata = (preset: string): boolean => preset.includes('signed_metadata_')

/**
 * Whether the preset shows something only for a wallet that trusts the test root, under which the service certifies its
 * issuers and verifiers.
 */
const isAboutRoot = (preset: string): boolean =>
  asksSignedMetadata(preset) || ['incomplete_chain', 'untrusted_chain'].includes(preset)

/** Presets where only the wallet's screen shows what it made of the verifier's response. */
const onScreen: readonly string[] = ['answer_without_redirect', 'answer_not_json', 'answer_400']
