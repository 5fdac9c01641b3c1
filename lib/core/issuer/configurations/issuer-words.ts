/** Short display name of a credential configuration: its format. */
export function credentialWords(credentialConfigurationId: string): string {
  if (credentialConfigurationId.includes('mdoc')) return 'PID as mdoc'
  if (credentialConfigurationId.includes('sd-jwt')) return 'PID as SD-JWT'
  return credentialConfigurationId
}

/** Short display name of an issuer configuration: what it requires. */
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

/**
 * Display name of what is issued and by whom, e.g. `PID as SD-JWT, device-bound`; the own issuer of a session is a
 * laboratory.
 */
export function offeredWords(session: Offered): string {
  const issuer = issuerWords(session.issuer_configuration_id)
  const by = session.laboratory === undefined ? issuer : `laboratory (${issuer})`
  return `${credentialWords(session.credential_configuration_id)}, ${by}`
}

interface Offered {
  readonly credential_configuration_id: string
  readonly issuer_configuration_id: string
  readonly laboratory?: object | undefined
}
