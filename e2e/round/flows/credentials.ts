import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { Recorder } from '../record/recorder'
import { type Created, postJson } from './create'
import type { Wallet } from './wallet'

export type Format = 'dc+sd-jwt' | 'mso_mdoc'

/** Maximum number of credentials in one issuance. */
const batch = 20

/**
 * Returns unused credentials one by one, because presenting the same one twice is a finding. Obtains them in batches,
 * without recording.
 */
export function createCredentials(recorder: Recorder, wallet: Wallet): (format: Format) => Promise<HeldCredential> {
  const held: Record<Format, HeldCredential[]> = { 'dc+sd-jwt': [], mso_mdoc: [] }
  const obtain = async (format: Format): Promise<HeldCredential[]> => {
    const words = format === 'mso_mdoc' ? 'mdoc' : 'sd-jwt'
    const session = {
      flow: 'pre_authorized_code',
      credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${words}.key-attestation-required`,
    }
    const { deeplink } = await postJson<Created>(recorder, '/sessions', session, 201)
    const unrecorded = recorder.open('unwritten').wallet('round/credentials')
    const { credentials, reason } = await runAtIssuer({
      deeplink,
      attester: wallet.attester,
      http: unrecorded,
      profile: { attestedKeys: batch },
    })
    if (credentials.length === 0) throw new Error(`The wallet got no credential: ${reason}`)
    return credentials
  }
  return async (format) => {
    const list = held[format]
    if (list.length === 0) list.push(...(await obtain(format)))
    const next = list.shift()
    if (next === undefined) throw new Error(`There is no credential in ${format}.`)
    return next
  }
}
