import type { ExamplesById } from '../../engine/checks/examples'
import type { SelectionReason, UnanswerableReason } from '../../shared/dcql/problem-list'
import type { ResponseReading } from '../read/response/response-reading'
import { codeResponse, errorResponse, goodMatch, goodPresented, goodResponse, response } from './fixtures/response'
import { askingBadly, askingInVain } from './fixtures/unanswerable'

const inVain = (reason: UnanswerableReason) => ({ session: askingInVain(reason) })
const lacking: Partial<ResponseReading> = {
  presentations: [
    {
      ...goodPresented,
      match: {
        ...goodMatch,
        claims: (goodMatch.claims ?? []).map((claim) => ({ ...claim, selected: [], found: false, missing: 'absent' })),
      },
    },
  ],
}
const ofPaths: readonly SelectionReason[] = [
  'path_below_value',
  'text_for_index',
  'name_on_array',
  'index_on_object',
  'claim_unknown',
  'values_on_container',
  'values_of_other_type',
]

export const answerableExamples: ExamplesById<ResponseReading> = {
  'vp.request.answerable': {
    pass: [
      response(inVain('claim_unknown')),
      response({ session: askingBadly('format_unlisted') }),
      errorResponse({ code: 'wallet_unavailable' }, { session: askingBadly('request_problem') }),
      errorResponse({}, { session: askingBadly('request_problem', '/presentation_request/client_metadata/logo_uri') }),
    ],
    violated: [
      ...ofPaths.map((reason) => errorResponse({}, inVain(reason))),
      errorResponse({}, inVain('authority_wrapped')),
      errorResponse({}, inVain('authority_hexadecimal')),
      errorResponse({}, inVain('authority_unreadable')),
      response({ ...inVain('authority_of_leaf'), ...lacking }),
      response({ ...inVain('claim_unknown'), ...lacking }),
      response({ ...inVain('claim_unknown'), presentations: [] }),
      errorResponse({ code: 'invalid_request' }, { session: askingBadly('request_problem') }),
      response({ session: askingBadly('request_problem') }),
      errorResponse({ code: 'vp_formats_not_supported' }, { session: askingBadly('format_unread') }),
      errorResponse({ code: 'vp_formats_not_supported' }, { session: askingBadly('format_unlisted') }),
    ],
    notApplicable: [goodResponse, errorResponse(), { ...codeResponse, ...inVain('claim_unknown') }],
  },
}
