import { isOfGroup } from '../../engine/checks/check-groups'
import type { DcApiProtocol } from '../../ground/ports/dc-api'

/** Why such a check is not applicable. */
export const throughBrowser = 'The answer came through the browser.'

/** What the browser sends, not the wallet, or what no request through a browser has. */
const checksOfLinks: ReadonlySet<string> = new Set([
  'vp.code.captured',
  'vp.error.state',
  'vp.negative.fetch_behaviour',
  'vp.response.content_type',
  'vp.response.utf8',
  'vp.response.query_empty',
  'vp.response.params_unique',
  'vp.response.no_fingerprint',
  'vp.response.endpoint',
  'vp.response.state_present',
  'vp.response.state_matches',
  'vp.response.http_method',
  'vp.response.no_redirect_follow',
])

/** An answer in the form of ISO/IEC 18013-7 is one encrypted device response, without parameters. ISO18013-7-C */
const checksOfParameters: ReadonlySet<string> = new Set([
  'vp.response.encrypted',
  'vp.response.plain',
  'vp.response.only_response_param',
  'vp.response.params_known',
  'vp.response.state_absent',
  'vp.mdoc.one_document',
])

/** What asks whether every query was answered: each document request of ISO/IEC 18013-7 stands for a required one. */
const checksOfQueries: ReadonlySet<string> = new Set(['vp.token.all_credentials', 'vp.token.no_partial'])

/** Whether a check judges nothing of an answer that a browser handed back with this protocol. OID4VP-1FINALA-A.4 */
export const isIdleInBrowser = (id: string, protocol: DcApiProtocol): boolean =>
  checksOfLinks.has(id) ||
  isOfGroup(id, 'vp.request', 'vp.reqpost', 'vp.redirect', 'vp.idt') ||
  (protocol === 'org-iso-mdoc' &&
    !checksOfQueries.has(id) &&
    (checksOfParameters.has(id) || isOfGroup(id, 'vp.token', 'vp.jwe', 'vp.txn', 'vp.sdjwt', 'vp.kb')))
