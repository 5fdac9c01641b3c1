/** Branded ids, so that one kind cannot be passed for another. */
export type SessionId = string & { readonly __id: 'session' }
export type ExchangeId = string & { readonly __id: 'exchange' }
export type CampaignId = string & { readonly __id: 'campaign' }
export type IssuerConfigurationId = string & { readonly __id: 'issuer configuration' }

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True for a lower-case RFC 9562 UUID of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** A session id; `null` unless the text is a UUID. */
export const toSessionId = (text: string): SessionId | null => (isUuid(text) ? (text as SessionId) : null)

/** Marks a freshly made UUID as an exchange id. */
export const exchangeId = (uuid: string): ExchangeId => uuid as ExchangeId
/** Marks a freshly made UUID as a session id. */
export const sessionId = (uuid: string): SessionId => uuid as SessionId
/** A campaign id; `null` unless the text is a UUID. */
export const toCampaignId = (text: string): CampaignId | null => (isUuid(text) ? (text as CampaignId) : null)
/** Marks a freshly made UUID as a campaign id. */
export const campaignId = (uuid: string): CampaignId => uuid as CampaignId
