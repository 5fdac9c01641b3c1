import type { PresentationSessionView } from './verifier-types'

interface BrowserSession extends Pick<PresentationSessionView, 'dc_api'> {
  readonly observed: Pick<PresentationSessionView['observed'], 'carrier'>
}

/**
 * What a report says of a request that a browser carries: what carried the answer, or the last call without one, and
 * which protocol was answered. Empty for a request by link.
 */
export function browserFacts({ dc_api, observed }: BrowserSession): (readonly [name: string, value: string])[] {
  if (dc_api === undefined) return []
  return [
    ['Carried by', observed.carrier ?? dc_api.calls.at(-1)?.carrier ?? 'nothing yet'],
    ['Protocol', dc_api.answered_protocol ?? 'none answered'],
  ]
}

/**
 * What is to be sent back, and by which response mode. A session through a browser has the mode of each request: of the
 * answered one, or of all until one is. ISO/IEC 18013-7 annex C has neither vp_token nor modes.
 */
export function responseWords({
  response_type,
  response_mode,
  dc_api,
}: Pick<PresentationSessionView, 'response_type' | 'response_mode' | 'dc_api'>): string {
  if (dc_api === undefined) return `${response_type} by ${response_mode}`
  const { entries, answered_protocol } = dc_api
  const answered = entries.filter(({ protocol }) => protocol === answered_protocol)
  const words = (answered.length === 0 ? entries : answered).map((entry) => {
    if (entry.protocol === 'org-iso-mdoc') return 'EncryptedResponse by org-iso-mdoc'
    return entry.response_mode === null
      ? `${response_type} without response_mode`
      : `${response_type} by ${entry.response_mode}`
  })
  return [...new Set(words)].join(', or ')
}
