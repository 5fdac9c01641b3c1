import { WalletStop } from '../errors'
import type { HeldCredential } from '../formats/stored-credential'
import type { SendHttp } from '../http/wire'
import { runIssuance } from '../issuance/run-issuance'
import { misbehaviours } from '../misbehaviours/issuance/registry'
import { presentationMisbehaviours } from '../misbehaviours/presentation/registry'
import { obtainCredential } from '../presentation/obtain-credential'
import { runPresentation } from '../presentation/run-presentation'
import type { PresentationProfile } from '../presentation/settings'
import type { CampaignClient, CampaignNext, CampaignSession, Shown } from './campaign-client'

/** What a run through a campaign may be given. */
export interface CampaignRunOptions {
  readonly client: CampaignClient
  /** Origin of the service, which also gives the wallet the credentials that it lacks. */
  readonly origin: string
  readonly http: SendHttp
  /** The id of the rule to break on purpose in each session of its protocol, or what gives it. */
  readonly misbehave?: string | ((session: CampaignSession) => string | null)
  /** Epoch milliseconds. */
  readonly clock?: () => number
  /** Called before the wallet opens a session, and waited for. */
  readonly onStart?: (session: CampaignSession) => Promise<void>
  readonly onSession?: (session: CampaignSession, outcome: string) => void
}

/** Seconds that one question waits for a session to end, and how many times it is asked. */
const waitSeconds = 30
const waitsMax = 4

/**
 * Runs the reference wallet through a campaign, one session after the other, until it is finished. It keeps nothing: who
 * starts it again for the same campaign goes on where it was, and a session that was left half done is made again.
 *
 * @throws WalletStop when the service refuses, or is away for longer than the client waits
 */
export async function runCampaign(options: CampaignRunOptions): Promise<CampaignNext> {
  const { client, onSession = () => {} } = options
  const held: HeldCredential[] = []
  let next = await client.next()
  if (next.session !== null && !(await client.isFresh(next.session))) {
    await client.again(next.session.preset)
    next = await client.next()
  }
  while (next.session !== null) {
    const { session } = next
    const { outcome, shown, isBroken } = await runSession(session, held, options)
    if (isBroken) await client.again(session.preset)
    onSession(session, isBroken ? 'the service was away: tried again' : outcome)
    next = isBroken ? await client.next() : await leave(session, shown, client)
  }
  return next
}

interface SessionRun {
  readonly outcome: string
  /** What to say where the session does not show it by itself. */
  readonly shown: Shown | null
  /** The service was away in the middle of it. */
  readonly isBroken: boolean
}

/** What every wallet of this kind does in campaigns: those of HAIP have no other response type (HAIP-1FINAL-5). */
const commonProfile: Partial<PresentationProfile> = { responseTypes: ['vp_token'] }

/** Presets in which the user is to refuse. */
const denied: readonly string[] = ['user_denies', 'user_fails_pin']

async function runSession(
  session: CampaignSession,
  held: HeldCredential[],
  { http, origin, misbehave, clock, onStart }: CampaignRunOptions,
): Promise<SessionRun> {
  let isBroken = false
  const watched: SendHttp = async (request) => {
    try {
      const answer = await http(request)
      // Nothing was put on record then: no wallet can be judged by it.
      if (answer.status === 503) isBroken = true
      return answer
    } catch (error) {
      isBroken = true
      throw error
    }
  }
  const wrong = typeof misbehave === 'function' ? misbehave(session) : (misbehave ?? null)
  const isOf = (known: readonly { readonly id: string }[]) => wrong !== null && known.some(({ id }) => id === wrong)
  await onStart?.(session)
  const timed = clock === undefined ? {} : { clock }
  const common = { deeplink: session.deeplink, http: watched, ...timed }
  if (session.kind === 'issuance') {
    const run = await runIssuance({
      ...common,
      // Where an issuer may answer in the clear, the wallet has to ask for encryption first.
      profile: { encrypt: session.preset.endsWith('response_not_encrypted') },
      ...(session.txCode === null ? {} : { txCode: session.txCode }),
      ...(wrong !== null && isOf(misbehaviours) ? { misbehave: wrong } : {}),
    })
    const isStored = run.outcome === 'credential_stored'
    if (isStored && session.preset.startsWith('issue.')) held.push(...run.credentials)
    return { outcome: run.reason ?? 'stored', shown: shownBy(session, isStored), isBroken }
  }
  try {
    await obtainWhatIsMissing(held, { ...timed, origin, http: watched })
  } catch (error) {
    if (!(error instanceof WalletStop) || !isBroken) throw error
    return { outcome: error.message, shown: null, isBroken }
  }
  const run = await runPresentation({
    ...common,
    credentials: held,
    profile: { ...commonProfile, ...(denied.includes(session.preset) ? { consent: 'denied' } : {}) },
    ...(wrong !== null && isOf(presentationMisbehaviours) ? { misbehave: wrong } : {}),
  })
  return { outcome: run.reason ?? 'presented', shown: shownBy(session, run.outcome === 'presented'), isBroken }
}

/** A wallet that went on says so only where it was to refuse; one that stopped shows an error. */
const shownBy = ({ expects }: CampaignSession, wentOn: boolean): Shown | null =>
  wentOn ? (expects === 'refusal' ? 'went_on' : null) : 'error'

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

/** Goes on from a session: says what the wallet showed where nothing else shows it, and waits for the next one. */
async function leave({ id }: CampaignSession, shown: Shown | null, client: CampaignClient): Promise<CampaignNext> {
  let next = await client.next(id)
  if (next.session?.id === id && shown !== null) await client.tell(id, shown)
  for (let wait = 0; next.session?.id === id && wait < waitsMax; wait += 1) next = await client.next(id, waitSeconds)
  if (next.session?.id !== id) return next
  await client.tell(id, 'nothing')
  return client.next(id)
}
