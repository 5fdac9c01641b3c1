import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'

/** A short name of a credential configuration: its format. */
export function credentialWords(credentialConfigurationId: string): string {
  if (credentialConfigurationId.includes('mdoc')) return 'PID as mdoc'
  if (credentialConfigurationId.includes('sd-jwt')) return 'PID as SD-JWT'
  return credentialConfigurationId
}

/** A short name of an issuer configuration: what it requires. */
export const issuerWords = (issuerConfigurationId: string): string =>
  issuerConfigurationId
    .replace(/^eu-pid-/, '')
    .replaceAll('-', ' ')
    .replace('device bound', 'device-bound')

export const flowWords = {
  pre_authorized_code: 'pre-authorized code',
  authorization_code: 'authorization code',
} as const

export const offerModeWords = {
  credential_offer: 'by value',
  credential_offer_uri: 'by reference',
} as const

type Named = Pick<IssuanceSessionView, 'credential_configuration_id' | 'issuer_configuration_id'>

/** Title of a session: what is issued, and by whom. */
export const sessionTitle = (session: Named): string =>
  `${credentialWords(session.credential_configuration_id)}, ${issuerWords(session.issuer_configuration_id)}`
