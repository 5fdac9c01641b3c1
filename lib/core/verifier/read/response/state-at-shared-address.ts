import type { Exchange } from '../../../shared/http/exchange'
import { formDecode, readParameters } from '../../../shared/http/read-form'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { textInBase64 } from '../../../shared/values/base64url'
import { readSentParameters } from '../read-sent-parameters'

/** Where the state of a session is in a response at the address that all sessions share. */
export type StateAtSharedAddress =
  | 'right'
  | 'absent'
  | 'in_url'
  | 'not_bare'
  | 'encoded'
  | 'nonce_for_state'
  | 'unknown_state'
  | { readonly name: string }

/** How many parameters are searched, and how many characters of each. */
const searchedMax = { names: 32, characters: 4096 } as const

/**
 * Where a response has the state of the session that another value in it names. A member that is named state is judged
 * first: the address reads no other. HOUSE-3
 */
export function stateAtSharedAddress(
  exchange: Exchange,
  { state: own, request }: Pick<PresentationSession, 'state' | 'request'>,
): StateAtSharedAddress {
  const { value, members } = readSentParameters(exchange)
  const holds = (sent: unknown): boolean =>
    own !== '' && formDecode(formDecode(textOf(sent).slice(0, searchedMax.characters))).includes(own)
  const sent = value('state')
  if (sent !== undefined && sent !== '') {
    if (sent === own) return 'right'
    if (holds(sent)) return 'not_bare'
    if (own !== '' && typeof sent === 'string' && textInBase64(sent) === own) return 'encoded'
    return sent === request.nonce ? 'nonce_for_state' : 'unknown_state'
  }
  if (holds(readParameters(exchange.query ?? '').get('state'))) return 'in_url'
  const name = members.slice(0, searchedMax.names).find((one) => one !== 'vp_token' && holds(value(one)))
  return name === undefined ? 'absent' : { name }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
