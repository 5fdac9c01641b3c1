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
import { writeCredentialFile } from '../credential-file'
import { createNodeClient } from '../http/node-client'
import { isObject, type JsonObject, objectMember } from '../json'
import type { Misbehaviour } from '../misbehaviours/issuer/misbehaviour'
import { findMisbehaviour, misbehaviours } from '../misbehaviours/issuer/registry'
import { covers } from '../misbehaviours/misbehaviour'
import { revokerByCommand, sessionByCommand } from '../session-of-link'
import { describeTrust, trustByCommand } from '../trust/trust-by-command'
import { trustInFramework } from '../trust/trust-by-session'
import type { IssuerRun } from './run'
import { type IssuanceOptions, runAtIssuer } from './run-at-issuer'
import type { WalletProfile } from './settings'

/**
 * Redeems a credential offer with the options of the command line.
 *
 * @returns the exit code: 0 stored, 1 not stored
 * @throws UsageError
 * @throws UnfitSession
 */
export async function issueByCommand(
  deeplink: string,
  line: CommandLine,
  print: (text: string) => void,
): Promise<number> {
  const options = optionsFrom(deeplink, line)
  const misbehaviour = line.misbehave === undefined ? null : findMisbehaviour(line.misbehave)
  const session = misbehaviour === null && options.trust !== undefined ? null : await sessionByCommand(deeplink, line)
  // A misbehaviour that cannot show would make the wallet look correct.
  if (misbehaviour !== null && session !== null && !fitsSession(misbehaviour, session))
    throw new UnfitSession(fittingSession(misbehaviour))
  const revokes = session === null ? {} : { revokeUnit: revokerByCommand(deeplink, line, session) }
  const trust = options.trust === undefined && session !== null ? await trustInFramework(session, deeplink, line) : {}
  const run = await runAtIssuer({ ...options, ...trust, ...revokes, onStep: (step) => print(describeStep(step)) })
  for (const text of describeIssuance(run)) print(text)
  const isClean = misbehaviour !== null && !run.log.some(({ misbehaved }) => misbehaved)
  if (isClean && run.outcome !== 'stopped_by_wallet')
    throw new UnfitSession(fittingSession(misbehaviour), 'Nothing was done wrong')
  if (run.outcome !== 'credential_stored') return 1
  if (line.save !== undefined) {
    writeCredentialFile(line.save, run.credentials)
    print(`Kept in ${line.save}, with the private key.`)
  }
  return 0
}

function optionsFrom(deeplink: string, line: CommandLine): IssuanceOptions {
  return {
    deeplink,
    profile: profileFrom(line),
    ...misbehaviourOf(line, misbehaviours),
    ...(line['tx-code'] === undefined ? {} : { txCode: line['tx-code'] }),
    ...(line.ca === undefined ? {} : { http: createNodeClient({ ca: [readPem(line.ca)] }) }),
    ...trustAnchorsOf(line),
    ...trustByCommand(line, line.misbehave === undefined ? null : findMisbehaviour(line.misbehave)),
  }
}

function profileFrom(line: CommandLine): Partial<WalletProfile> {
  const proof = oneOf('proof', line.proof, ['jwt', 'attestation'] as const)
  const keyReference = oneOf('key-reference', line['key-reference'], ['jwk', 'kid', 'thumbprint', 'x5c'] as const)
  const attest = oneOf('attest', line.attest, ['always', 'never', 'auto'] as const)
  const draft = oneOf('attestation-draft', line['attestation-draft'], ['07', '08', '10', 'ts3'] as const)
  const curve = oneOf('curve', line.curve, ['P-256', 'P-384', 'P-521'] as const)
  const keys = line['attested-keys']
  if (keys !== undefined && !/^[1-9][0-9]?$/.test(keys))
    throw new UsageError('--attested-keys is a number from 1 to 99.')
  const { batch } = line
  if (batch !== undefined && !/^[1-9][0-9]?$|^100$/.test(batch))
    throw new UsageError('--batch is a number from 1 to 100.')
  return {
    ...(proof === undefined ? {} : { proof }),
    ...(keyReference === undefined ? {} : { keyReference }),
    ...(attest === undefined ? {} : { attest }),
    ...(draft === undefined ? {} : { attestationDraft: draft }),
    ...(curve === undefined ? {} : { curve }),
    ...(keys === undefined ? {} : { attestedKeys: Number(keys) }),
    ...(batch === undefined ? {} : { batchSize: Number(batch) }),
    ...(line.reissue === undefined ? {} : { reissue: line.reissue }),
    ...(line.encrypt === undefined ? {} : { encrypt: line.encrypt }),
    ...(line['signed-metadata'] === undefined ? {} : { signedMetadata: line['signed-metadata'] }),
    ...(line['authorization-details'] === undefined ? {} : { authorizationDetails: line['authorization-details'] }),
    ...(line['client-id'] === undefined ? {} : { clientId: line['client-id'] }),
  }
}

/** Describes how a run ended. */
function describeIssuance({ outcome, credentials, refusal, reason, log, trust }: IssuerRun): string[] {
  const marked = [...describeMarks(log), ...describeTrust('issuer', trust)]
  switch (outcome) {
    case 'credential_stored':
      return [...marked, ...credentials.map(describeCredential)]
    case 'refused_by_issuer':
      return [...marked, ...describeRefusal('issuer', refusal)]
    case 'stopped_by_wallet':
      return [...marked, `Stopped by the wallet: ${reason}`]
  }
}

function describeCredential({ format, type, verified }: IssuerRun['credentials'][number]): string {
  const until =
    verified.expiresAt === null ? 'without expiry' : `valid until ${new Date(verified.expiresAt * 1000).toISOString()}`
  const trust = verified.chainTrusted === true ? 'trusted issuer' : 'issuer chain not judged'
  const { holderThumbprint } = verified
  const bound = holderThumbprint === null ? 'bound to no key' : `bound to key ${holderThumbprint.slice(0, 8)}…`
  return `Stored: ${format} ${type}, ${verified.disclosures} disclosures, ${trust}, ${until}, ${bound}`
}

/** Whether the misbehaviour can show in a session at all, judged by its read-back (`GET /sessions/{id}`). */
export function fitsSession({ needs = {}, authenticates }: Misbehaviour, session: JsonObject): boolean {
  // The length of the silence affects when a misbehaviour shows, not whether it does.
  const { settle_seconds: _, ...options } = needs.sessionOptions ?? {}
  const settings = objectMember(session, 'options')
  const laboratory = objectMember(objectMember(session, 'laboratory'), 'options')
  // Each session chooses the form of its transaction code.
  const made = { ...session, ...settings, laboratory, tx_code: isObject(settings?.tx_code) }
  const { flow: _flow, ...place } = placeOf(needs)
  const isThere = covers(session, authenticates ? place : placeOf(needs))
  return (needs.runs ?? 1) === 1 && isThere && covers(made, withoutClaims(options))
}

/** Without the claims of credentials, whose values the read-back does not have. */
function withoutClaims(options: JsonObject): JsonObject {
  const laboratory = objectMember(options, 'laboratory')
  if (!Array.isArray(laboratory?.credentials)) return options
  const credentials = laboratory.credentials.filter(isObject).map(({ claims: _, ...type }) => type)
  return { ...options, laboratory: { ...laboratory, credentials } }
}

/** What to do so that the misbehaviour shows, in one sentence. */
function fittingSession({ needs = {} }: Misbehaviour): string {
  const often = needs.runs === undefined ? '' : `, and ${needs.runs} runs in one process`
  const body = { ...placeOf(needs), ...needs.sessionOptions }
  const session = Object.keys(body).length === 0 ? 'a session as it is made without a body' : JSON.stringify(body)
  return `this misbehaviour needs a session of another kind (POST /sessions): ${session}${often}`
}

const placeOf = ({ issuer, flow, offerMode }: NonNullable<Misbehaviour['needs']>): JsonObject => ({
  ...(issuer === undefined ? {} : { issuer_configuration_id: issuer }),
  ...(flow === undefined ? {} : { flow }),
  ...(offerMode === undefined ? {} : { credential_offer_mode: offerMode }),
})
