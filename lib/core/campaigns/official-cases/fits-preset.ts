import type { PresentationSession } from '../../ground/ports/store-types'
import { isObject, isSameJson, type Json } from '../../ground/values/json'
import { channelOf } from '../../verifier/deviations'
import { readScopes } from '../../verifier/read/request/read-scopes'
import { readTransactionData } from '../../verifier/read/request/read-transaction-data'
import type { Preset, PresetFacts } from '../presets/preset'

/**
 * True for a session that could have been made from the preset: it names the preset, or its request has every member of
 * the preset's body. It may have more members, but must match the preset in its deliberate error and in whether it
 * expects a refusal.
 */
export function fitsPreset(session: PresentationSession, preset: Preset, facts: () => PresetFacts): boolean {
  if (session.preset !== undefined) return session.preset === preset.id
  const { negative_test: test, expect = 'answer' } = session.options
  if (preset.kind !== 'presentation' || expect !== preset.expects) return false
  const body = preset.body(facts())
  if (test !== (body.negative_test ?? null)) return false
  // The cases of a request say nothing of one whose verifier is known otherwise.
  const { client_id_prefix: prefix = 'x509_hash' } = body
  if ((session.options.client_id_prefix ?? 'x509_hash') !== prefix) return false
  // Nor do they of one that comes in another way.
  if (channelOf(session) !== (body.presentation_channel ?? 'url')) return false
  // These presets expect a person to decline, and no option of a session shows that.
  if (
    preset.expects === 'refusal' &&
    test === null &&
    !('dcql_query' in body) &&
    !('response_type' in body) &&
    !('trusted_list' in body)
  )
    return false
  return Object.entries(body).every(([name, wanted]) => hasMember(session, name, wanted))
}

function hasMember(session: PresentationSession, name: string, wanted: Json): boolean {
  const { options } = session
  // Compare with what was asked for, before the negative test changed it.
  const request = options.request_before_test ?? session.request
  switch (name) {
    case 'dcql_query':
    case 'verifier_info':
      return isSameJson(request[name], wanted)
    case 'presentation_request':
      return holds(request, wanted)
    case 'dc_api_protocols':
      return isSameJson(session.dcApi?.entries.map(({ protocol }) => protocol) ?? null, wanted)
    case 'transaction_out_of_range':
      return isSameJson(options[name], wanted)
    case 'transaction_data':
      return isSameJson(request.transaction_data, readTransactionData(wanted, null).value)
    case 'scopes':
      return isSameJson(scopesOf(request.scope), scopesOf(wanted))
    case 'profile':
    case 'negative_test':
    case 'allow_nonconforming_request':
    case 'return_redirect_uri':
    case 'trusted_list':
    case 'transaction_required_field':
    case 'client_id_prefix':
    case 'registered_client_id':
    case 'presentation_channel':
      return options[name] === wanted
    case 'trust_framework':
      // A session keeps nothing of what holds without it.
      return (options.trust_framework ?? 'test_root') === wanted
    case 'expect':
      return (options.expect ?? 'answer') === wanted
    case 'request_delivery':
      return session.requestDelivery === wanted
    case 'request_uri_method':
      // A request by value ignores the method.
      return session.requestDelivery === 'by_reference' && session.requestUriMethod === wanted
    case 'response_type':
      return session.responseType === wanted
    case 'response_mode':
      return session.responseMode === wanted
    case 'scheme':
      return session.scheme === wanted
    default:
      return false
  }
}

/** True if an object has every member of another, including in nested objects. */
const holds = (whole: unknown, part: unknown): boolean =>
  isObject(whole) && isObject(part)
    ? Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && holds(whole[name], value))
    : isSameJson(whole, part)

const scopesOf = (scope: Json | undefined): readonly string[] => {
  const read = scope === undefined ? null : readScopes(scope)
  return read === null || read.error !== null ? [] : read.tokens
}
