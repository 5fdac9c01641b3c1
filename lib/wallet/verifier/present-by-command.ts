import {
  type CommandLine,
  describeMarks,
  describeRefusal,
  describeStep,
  misbehaviourOf,
  oneOf,
  readPem,
  trustAnchorsOf,
  UnfitSession,
  UsageError,
} from '../command-line'
import { readCredentialFile } from '../credential-file'
import { WalletStop } from '../errors'
import type { HeldCredential } from '../formats/stored-credential'
import { createNodeClient } from '../http/node-client'
import type { SendHttp } from '../http/wire'
import { type JsonObject, stringMember } from '../json'
import { fitsSession, fittingSession, presentsMisbehaviour } from '../misbehaviours/verifier/fit'
import { formatsShowing, type PresentationMisbehaviour } from '../misbehaviours/verifier/misbehaviour'
import { findPresentationMisbehaviour, presentationMisbehaviours } from '../misbehaviours/verifier/registry'
import { addressOf, asker, findSession, operatorHeaders, sessionByCommand } from '../session-of-link'
import { describeTrust, trustByCommand } from '../trust/trust-by-command'
import { trustInFramework } from '../trust/trust-by-session'
import { browserProtocols, readPageLink } from './dc-api/digital-request'
import { knownVerifiers } from './known-verifiers'
import { obtainCredential, originOfRequest, type PresentableFormat } from './obtain-credential'
import { reportStop } from './report-stop'
import { runAtVerifier, type VerifierOptions } from './run-at-verifier'
import type { PresentationProfile } from './settings'
import type { PresentedCredential, VerifierRun } from './verifier-run'

/**
 * Answers an authorization request with the options of the command line. Obtains a credential first if it was given
 * none.
 * @returns the exit code: 0 presented, 1 not presented
 * @throws UsageError
 * @throws UnfitSession
 * @throws NoVerdict
 */
export async function presentByCommand(
  deeplink: string,
  line: CommandLine,
  print: (text: string) => void,
): Promise<number> {
  const options = {
    deeplink,
    profile: profileFrom(line),
    ...browserProtocolOf(line),
    ...misbehaviourOf(line, presentationMisbehaviours),
    ...trustAnchorsOf(line),
    ...knownVerifiers(line),
    ...trustByCommand(line, line.misbehave === undefined ? null : findPresentationMisbehaviour(line.misbehave)),
  }
  const http = createNodeClient(line.ca === undefined ? {} : { ca: [readPem(line.ca)] })
  const session =
    line.misbehave === undefined && options.trust !== undefined ? null : await sessionByCommand(deeplink, line)
  if (session !== null) requireFittingSession(session, deeplink, line)
  const trust = options.trust === undefined && session !== null ? await trustInFramework(session, deeplink, line) : {}
  try {
    const credentials = await credentialsFor(deeplink, { line, http, print })
    const run = await runAtVerifier({
      ...options,
      ...trust,
      credentials,
      http,
      onStep: (step) => print(describeStep(step)),
    })
    for (const text of describePresentation(run)) print(text)
    if (line.misbehave !== undefined) {
      const misbehaviour = findPresentationMisbehaviour(line.misbehave)
      if (!shows(misbehaviour, run)) {
        if (run.outcome === 'stopped_by_wallet') return 1
        throw new UnfitSession(fittingSession(misbehaviour), 'Nothing was done wrong')
      }
    }
    if (line['wait-verdict'] === true) await reportStopByCommand(run, deeplink, line)
    return run.outcome === 'presented' ? 0 : 1
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    print(`Stopped by the wallet: ${error.message}`)
    return 1
  }
}

/**
 * When waiting for the verdict, nobody looks at the wallet's screen, and a negative test would wait for a person.
 * @throws NoVerdict when the service has no session for this link, or does not show it
 */
async function reportStopByCommand(run: VerifierRun, deeplink: string, line: CommandLine): Promise<void> {
  if (run.outcome !== 'stopped_by_wallet') return
  const address = addressOf(deeplink, line)
  const found = await findSession(asker(address, 'the verdict'), address.origin, deeplink)
  const sessionUrl = stringMember(found, 'session_url')
  if (sessionUrl !== null) await reportStop(run, { sessionUrl, http: address.http, headers: operatorHeaders(address) })
}

/** Checked before anything is sent: a misbehaviour that cannot show would make the wallet look correct. */
function requireFittingSession(session: JsonObject, deeplink: string, line: CommandLine): void {
  if (line.misbehave === undefined) return
  const misbehaviour = findPresentationMisbehaviour(line.misbehave)
  if (
    !fitsSession(misbehaviour, session) ||
    !presentsMisbehaviour(misbehaviour, session, formatsHeld(deeplink, line, misbehaviour))
  )
    throw new UnfitSession(fittingSession(misbehaviour))
}

/** False if the misbehaviour was not applied, or only to a credential that was not presented in the end. */
function shows(misbehaviour: PresentationMisbehaviour, { log, presented }: VerifierRun): boolean {
  const formats = formatsShowing(misbehaviour)
  return (
    log.some(({ misbehaved }) => misbehaved) &&
    (formats.length === 0 ||
      presented.length === 0 ||
      presented.some(({ format }) => formats.some((one) => one === format)))
  )
}

/** Formats of the credentials to obtain if the wallet holds none; empty for the service's default. */
function formatsWanted(line: CommandLine): readonly PresentableFormat[] {
  const format = oneOf('format', line.format, ['dc+sd-jwt', 'mso_mdoc', 'both'] as const)
  if (format !== undefined) return format === 'both' ? ['dc+sd-jwt', 'mso_mdoc'] : [format]
  const showing = line.misbehave === undefined ? [] : formatsShowing(findPresentationMisbehaviour(line.misbehave))
  return showing.length === 1 ? showing : []
}

/** Formats that the wallet will hold. */
function formatsHeld(deeplink: string, line: CommandLine, { needs }: PresentationMisbehaviour): readonly string[] {
  if (line.foreign === true || needs?.profile?.credential === 'foreign') return ['dc+sd-jwt', 'mso_mdoc']
  if (line.credential !== undefined) return fromFile(line.credential).map(({ format }) => format)
  const wanted = formatsWanted(line)
  return wanted.length > 0 ? wanted : defaultFormats(deeplink).map((format) => format ?? 'dc+sd-jwt')
}

async function credentialsFor(
  deeplink: string,
  { line, http, print }: { line: CommandLine; http: SendHttp; print: (text: string) => void },
): Promise<HeldCredential[]> {
  if (line.foreign === true) return []
  if (line.credential !== undefined) return fromFile(line.credential)
  const wantedFormats = formatsWanted(line)
  const formats = wantedFormats.length > 0 ? wantedFormats : defaultFormats(deeplink)
  const origin = originOfRequest(deeplink)
  print(`The wallet holds no credential and gets one from ${origin} first.`)
  const held: HeldCredential[] = []
  for (const wanted of formats) {
    const { outcome, reason, credentials } = await obtainCredential({
      origin,
      http,
      ...(wanted === undefined ? {} : { format: wanted }),
      onStep: (step) => print(describeStep(step)),
    })
    if (outcome !== 'credential_stored') throw new WalletStop(`It got none: ${reason}`)
    held.push(...credentials)
  }
  return held
}

/**
 * A platform offers a request to a wallet only if that holds what is requested, so for a page the wallet obtains one of
 * each format; otherwise the service's default.
 */
const defaultFormats = (deeplink: string): readonly (PresentableFormat | undefined)[] =>
  readPageLink(deeplink) === null ? [undefined] : ['dc+sd-jwt', 'mso_mdoc']

function fromFile(file: string): HeldCredential[] {
  try {
    return readCredentialFile(file)
  } catch (error) {
    if (error instanceof WalletStop) throw new UsageError(`${error.message}: ${file}`)
    throw new UsageError(`The file ${file} cannot be read.`)
  }
}

function browserProtocolOf(line: CommandLine): Pick<VerifierOptions, 'browserProtocol'> {
  const browserProtocol = oneOf('dc-protocol', line['dc-protocol'], browserProtocols)
  return browserProtocol === undefined ? {} : { browserProtocol }
}

function profileFrom(line: CommandLine): Partial<PresentationProfile> {
  const walletMetadata = oneOf('wallet-metadata', line['wallet-metadata'], ['none', 'plain', 'encrypted'] as const)
  return {
    ...(walletMetadata === undefined ? {} : { walletMetadata }),
    ...(line['fetch-by-get'] === true ? { fetch: 'get' } : {}),
    ...(line.deny === true ? { consent: 'denied' } : {}),
    ...(line.haip === true ? { haipOnly: true } : {}),
    ...(line.foreign === true ? { credential: 'foreign' } : {}),
    ...(line['payment-factors'] === undefined ? {} : { paymentFactors: factorsIn(line['payment-factors']) }),
  }
}

/** Factors such as `knowledge=pin_6_or_more_digits,inherence=fingerprint_device`. @throws UsageError */
function factorsIn(list: string): Record<string, string> {
  const factors = list.split(',').map((one) => /^(knowledge|possession|inherence)=(\w{1,64})$/.exec(one))
  if (factors.some((one) => one === null))
    throw new UsageError('--payment-factors is a list such as knowledge=pattern,inherence=face_device')
  return Object.fromEntries(factors.map((one) => [one?.[1] ?? '', one?.[2] ?? '']))
}

const notJudged = 'Not judged: who vouches for the certificate of the verifier. --trust-anchor names whom you trust.'

/** Describes how a run ended. */
function describePresentation(run: VerifierRun): string[] {
  const { outcome, presented, declined, redirectUri, refusal, reason, log, trust, isSignerJudged } = run
  const isUsed = outcome === 'presented' || outcome === 'declined'
  const unjudged = isUsed && isSignerJudged === false ? [notJudged] : []
  const marked = [...describeMarks(log), ...describeTrust('verifier', trust), ...unjudged]
  const onwards = redirectUri === null ? [] : [`The user continues at ${redirectUri.split(/[?#]/)[0]}`]
  switch (outcome) {
    case 'presented':
      return [...marked, ...presented.map(describeCredential), ...onwards]
    case 'declined':
      return [...marked, `Declined: ${declined?.error}`, `  ${reason?.replace(/^\w+: /, '')}`, ...onwards]
    case 'refused_by_verifier':
      return [...marked, ...describeRefusal('verifier', refusal)]
    case 'stopped_by_wallet':
      return [...marked, `Stopped by the wallet: ${reason}`]
  }
}

function describeCredential({ queryId, format, type, paths }: PresentedCredential): string {
  const shown = paths.length === 0 ? 'no claims' : paths.map((path) => path.join('.')).join(', ')
  return `Presented for ${queryId}: ${format} ${type}, with ${shown}`
}
