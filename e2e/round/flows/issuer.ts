import { describeCombination, type IssuanceCombination, issuanceCombinations } from '@/e2e/matrix/combinations'
import { pairwise } from '@/lib/testing/combinations'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import type { Recorder, Recording } from '../record/recorder'
import { type Created, postJson } from './create'
import type { Later } from './later'
import { readSession } from './read-session'
import type { Wallet } from './wallet'

/** One run of the wallet against a new session, with everything readable about it afterwards. */
interface IssuanceFlow {
  readonly session: object
  readonly profile?: Partial<WalletProfile>
  readonly misbehave?: string
}

async function flow(recording: Recording, { session, profile, misbehave }: IssuanceFlow, wallet: Wallet) {
  const created = await postJson<Created>(recording, '/sessions', session, 201)
  const run = await runAtIssuer({
    deeplink: created.deeplink,
    attester: wallet.attester,
    clientKey: wallet.clientKey,
    http: recording.wallet(`round/${wallet.next()}`),
    ...(created.tx_code === undefined ? {} : { txCode: created.tx_code }),
    ...(profile === undefined ? {} : { profile }),
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  recording.note(`${run.outcome}, ${run.reason}, ${run.credentials.length} credentials`)
  return created.session_id
}

/** Runs every misbehaviour of the wallet in issuance that shows at this address, one file each. */
export async function issuanceMisbehaviours(recorder: Recorder, wallet: Wallet, later: Later): Promise<void> {
  const isHttps = recorder.origin.startsWith('https:')
  for (const { id, needs = {} } of misbehaviours) {
    if (needs.https && !isHttps) continue
    const recording = recorder.open(`misbehaviours/issuance/${id}.txt`)
    const session = {
      issuer_configuration_id: needs.issuer ?? 'eu-pid-device-bound',
      flow: needs.flow ?? 'pre_authorized_code',
      credential_offer_mode: needs.offerMode ?? 'credential_offer',
      ...needs.sessionOptions,
      ...(needs.settles === undefined ? {} : { settle_seconds: 5 }),
    }
    let sessionId = ''
    for (let round = 0; round < (needs.runs ?? 1); round += 1)
      sessionId = await flow(
        recording,
        { session, misbehave: id, ...(needs.profile === undefined ? {} : { profile: needs.profile }) },
        wallet,
      )
    await readSession(recording, 'issuance', sessionId)
    if (needs.settles === undefined) recording.write()
    else later.add(recording, 6, () => readSession(recording, 'issuance', sessionId))
  }
}

/** Runs every pair of issuance options with the conformant wallet. */
export async function issuanceVariants(recorder: Recorder, wallet: Wallet): Promise<void> {
  for (const combination of pairwise(issuanceCombinations)) {
    const recording = recorder.open(`variants/issuance/${describeCombination(combination).replace(/[ ,]+/g, '-')}.txt`)
    const sessionId = await flow(
      recording,
      { session: sessionOf(combination), profile: profileOf(combination) },
      wallet,
    )
    await readSession(recording, 'issuance', sessionId)
    recording.write()
  }
}

const sessionOf = ({ issuer, flow, format, offer, dpopNonce }: IssuanceCombination): object => ({
  issuer_configuration_id: issuer,
  flow,
  credential_offer_mode: offer,
  credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${format}.${issuer === 'eu-pid-device-bound' ? 'key-attestation-required' : 'jwt-proof'}`,
  dpop_nonce: dpopNonce,
  ...(flow === 'pre_authorized_code'
    ? { tx_code: offer === 'credential_offer' ? true : { input_mode: 'text', length: 8 } }
    : {}),
})

const profileOf = ({ proof, encrypted, client, attestedKeys }: IssuanceCombination): Partial<WalletProfile> => ({
  ...(proof === 'attestation'
    ? { proof }
    : { proof: 'jwt', keyReference: proof === 'plain jwk' ? 'jwk' : proof === 'plain x5c' ? 'x5c' : proof }),
  encrypt: encrypted,
  clientAuthentication: client,
  clientId: client === 'private_key_jwt' ? 'registered-wallet' : null,
  attestedKeys,
})
