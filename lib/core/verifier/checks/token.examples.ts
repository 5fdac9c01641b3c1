import { type ExamplesById, neverViolated } from '../../engine/checks/examples'
import type { SetMatch } from '../../shared/dcql/dcql-reading'
import { readDcqlQuery } from '../../shared/dcql/read-dcql-query'
import { toBase64url, utf8 } from '../../shared/values/base64url'
import { readVpToken, type VpTokenElement, type VpTokenEntry } from '../read/read-vp-token'
import type { ResponseReading } from '../read/response/response-reading'
import { goodAnnexC } from './fixtures/annex-c'
import {
  closedResponse,
  codeResponse,
  emptyResponse,
  errorResponse,
  goodResponse,
  plainResponse,
  response,
  token,
  tokenMatch,
} from './fixtures/response'
import { dcqlQuery } from './fixtures/verifier-evidence'

const element = (index: number, text: string | null = 'a.b.c~'): VpTokenElement => ({
  index,
  type: text === null ? 'object' : 'string',
  text,
  jsonSerialisation: false,
})
const entry = (elements: readonly VpTokenElement[], type: VpTokenEntry['type'] = 'array'): VpTokenEntry => ({
  queryId: 'pid',
  type,
  elements,
})
const entries = (...all: readonly VpTokenEntry[]) => token({ entries: all })
/** A presentation in its own form. */
const sdJwt = `${toBase64url(utf8('{"alg":"ES256"}'))}.${toBase64url(utf8('{}'))}.${'A'.repeat(86)}~`
const none = { present: false, type: 'absent', entries: [] } as const
const notAnObject = token({ type: 'array', entries: [], loose: [element(0)] })
const noToken = [errorResponse(), emptyResponse, closedResponse]
const noQuery = token({}, null)

const answer = (change: Partial<NonNullable<ResponseReading['token']>['answers'][number]>) =>
  tokenMatch({
    answers: [{ queryId: 'pid', multiple: false, required: true, presentations: 1, emptyEntry: false, ...change }],
  })
const option = (id: string, complete: boolean) => ({ ids: [id], delivered: complete ? [id] : [], complete })
const set = (change: Partial<SetMatch> = {}): SetMatch => ({
  index: 0,
  required: true,
  options: [option('pid', true), option('mdl', false)],
  chosen: 0,
  ...change,
})
const sets = (all: readonly SetMatch[], surplus: readonly string[] = []) =>
  tokenMatch({ unanswered: null, sets: all, surplus })
const open = set({ options: [option('pid', false), option('mdl', false)], chosen: null })
const single = set({ options: [option('pid', true)] })

/** The same response to an mdoc request of ISO/IEC 18013-7. */
const ofDocuments = (reading: ResponseReading): ResponseReading => ({ ...reading, annexC: goodAnnexC })

/** The same response to a request with optional credentials only. */
const optional = (reading: ResponseReading): ResponseReading => ({
  ...reading,
  request: {
    ...reading.request,
    dcql: readDcqlQuery({ ...dcqlQuery, credential_sets: [{ options: [['pid']], required: false }] }),
  },
})

export const vpTokenExamples: ExamplesById<ResponseReading> = {
  'vp.token.present': {
    pass: [goodResponse, plainResponse],
    violated: [token(none, null)],
    notApplicable: [...noToken, codeResponse],
  },
  'vp.token.is_object': {
    pass: [goodResponse, plainResponse],
    violated: [
      notAnObject,
      ...(['not_json', 'too_deep', 'too_wide'] as const).map((reason) =>
        token({ type: 'unreadable', reason, entries: [] }),
      ),
      token({ encodedAsText: true }),
      ...[
        '"{\\"pid\\":[]}"',
        '%7B%22pid%22%3A%5B%5D%7D',
        sdJwt,
        '"pid"',
        'eyJwaWQiOltdfQ',
        '[{"pid":[]}]',
        '[{"id":"pid","vp":"x"}]',
        '[{"pid":[]},{}]',
        '[1]',
      ].map((text) => token(readVpToken({ carrier: 'form', text }))),
    ],
    notApplicable: noToken,
  },
  'vp.token.not_empty': {
    pass: [goodResponse],
    violated: [entries()],
    notApplicable: [...noToken, notAnObject, optional(entries())],
  },
  'vp.token.unique_keys': {
    pass: [goodResponse],
    violated: [token({ duplicateNames: ['/pid'] })],
    notApplicable: [...noToken, notAnObject],
  },
  'vp.token.ids_known': {
    pass: [goodResponse],
    violated: [
      tokenMatch({ unknownIds: ['passport'] }),
      tokenMatch({ unknownIds: ['PID'] }),
      tokenMatch({ unknownIds: ['dc+sd-jwt'] }),
    ],
    notApplicable: [...noToken, notAnObject, noQuery, entries()],
  },
  'vp.token.array': {
    pass: [goodResponse],
    violated: [
      entries(entry([element(0)], 'string')),
      entries(entry([], 'null')),
      entries(entry([element(0, sdJwt)], 'string')),
      token(readVpToken({ carrier: 'form', text: JSON.stringify({ pid: JSON.stringify([sdJwt]) }) })),
    ],
    notApplicable: [...noToken, entries()],
  },
  'vp.token.array_not_empty': {
    pass: [goodResponse],
    violated: [entries(entry([]))],
    notApplicable: [...noToken, entries(), entries(entry([element(0)], 'string'))],
  },
  'vp.token.count': {
    pass: [goodResponse],
    violated: [answer({ presentations: 2 })],
    notApplicable: [...noToken, noQuery, answer({ multiple: true, presentations: 2 }), answer({ presentations: 0 })],
  },
  'vp.token.entry_type': {
    pass: [goodResponse],
    violated: [entries(entry([element(0), element(1, null)]))],
    notApplicable: [...noToken, entries(), entries(entry([]))],
  },
  'vp.token.no_duplicates': {
    pass: [entries(entry([element(0), element(1, 'd.e.f~')]))],
    violated: (['text', 'credential'] as const).map((sameAs) =>
      token(
        { entries: [entry([element(0), element(1)])] },
        { duplicates: [{ first: { queryId: 'pid', index: 0 }, second: { queryId: 'pid', index: 1 }, sameAs }] },
      ),
    ),
    notApplicable: [...noToken, goodResponse, noQuery],
  },
  'vp.token.optional_absent': {
    pass: [answer({ required: false, presentations: 0 }), answer({ required: false })],
    violated: [answer({ required: false, presentations: 0, emptyEntry: true })],
    notApplicable: [...noToken, goodResponse, noQuery],
  },
  'vp.token.sets_satisfied': {
    pass: [sets([set()]), sets([set(), { ...open, index: 1, required: false }])],
    violated: [sets([open]), sets([set(), { ...open, index: 1 }])],
    notApplicable: [...noToken, goodResponse, noQuery, sets([{ ...open, required: false }])],
  },
  'vp.token.all_credentials': {
    pass: [goodResponse],
    violated: [
      tokenMatch({ unanswered: ['pid'], satisfied: false }),
      ofDocuments(tokenMatch({ unanswered: ['pid'], satisfied: false })),
    ],
    notApplicable: [...noToken, noQuery, sets([set()])],
  },
  'vp.token.no_partial': {
    pass: [token({ entries: [] }, { unanswered: ['pid'], satisfied: false })],
    violated: [
      tokenMatch({ unanswered: ['mdl'], satisfied: false, partial: true }),
      ofDocuments(tokenMatch({ unanswered: ['mdl'], satisfied: false, partial: true })),
    ],
    notApplicable: [...noToken, noQuery, goodResponse],
  },
  'vp.token.no_surplus': {
    pass: [sets([set()])],
    violated: [sets([set()], ['mdl'])],
    notApplicable: [...noToken, goodResponse, noQuery],
  },
  'vp.token.option_chosen': {
    pass: [sets([set()]), sets([single, set({ index: 1, chosen: 1 })]), sets([open])],
    violated: neverViolated,
    notApplicable: [...noToken, goodResponse, sets([single]), response({ token: null })],
  },
  'vp.token.multiple_honoured': {
    pass: [answer({ multiple: true, presentations: 2 })],
    violated: neverViolated,
    notApplicable: [
      ...noToken,
      goodResponse,
      noQuery,
      answer({ multiple: true }),
      answer({ presentations: 2 }),
      tokenMatch({
        answers: [{ queryId: 'pid', multiple: true, required: true, presentations: 2, emptyEntry: false }],
        duplicates: [
          { first: { queryId: 'pid', index: 0 }, second: { queryId: 'pid', index: 1 }, sameAs: 'credential' },
        ],
      }),
    ],
  },
  'vp.token.empty_when_optional': {
    pass: [optional(entries())],
    violated: [optional(entries(entry([]))), optional(errorResponse())],
    notApplicable: [
      ...noToken,
      goodResponse,
      entries(),
      optional(goodResponse),
      optional(errorResponse({ code: 'invalid_request' })),
      optional(notAnObject),
      optional(emptyResponse),
    ],
  },
}
