import { area, of } from '../../engine/checks/area'
import { broken, notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shown, shownName } from '../../engine/judgements/shown'
import type { CredentialQuery } from '../../shared/dcql/dcql-query'
import type { TokenMatch } from '../../shared/dcql/dcql-reading'
import { exceededJsonBound } from '../../shared/http/read-json'
import { nearName } from '../../shared/recognise/near-name'
import { formReasons, whatForm } from '../../shared/recognise/what-form'
import { isObject } from '../../shared/values/json'
import { bare, declared, listed, quote, say, word } from '../../shared/values/wording'
import { onAnswer, requiresNothing } from '../judgements/subjects'
import type { VpTokenReading } from '../read/read-vp-token'
import type { ResponseReading } from '../read/response/response-reading'
import { isAmong } from '../read/response/unread-presentations'

/** Runs a check on the VP Token of a response. */
const onToken =
  (run: (vpToken: VpTokenReading, match: TokenMatch | null, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.vpToken.present
      ? run(reading.vpToken, reading.token, reading)
      : notApplicable(say`The response holds no vp_token that can be read.`)

/**
 * Lets a check compare a VP Token with the query. If part of the query is not understood, the wallet may have answered
 * that part; a wrong request is never blamed on the wallet.
 */
const onTokenMatch = (
  run: (match: TokenMatch, vpToken: VpTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onToken((vpToken, match, reading) => {
    if (match === null) return notApplicable(say`The request has no query that the response can be compared with.`)
    if (reading.request.dcql?.whole !== true)
      return notApplicable(say`A part of the query is not understood, so the response cannot be compared with it.`)
    return run(match, vpToken, reading)
  })

/** Forms in which a vp_token comes in place of an object. */
const tokenForms = ['json_in_json', 'percent_twice', 'presentation_alone', 'base64_json', 'array_of_one'] as const

const tokenFormReasons = formReasons('vp_token', tokenForms)

function formOfToken(
  { parsed, type, loose }: VpTokenReading,
  queries: readonly CredentialQuery[],
): (typeof tokenForms)[number] | 'list_of_objects' | null {
  if (parsed !== undefined) {
    const { text, value } = parsed
    const form = whatForm(text, tokenForms) ?? (value === undefined ? null : whatForm(value, tokenForms))
    if (!Array.isArray(value) || form === 'presentation_alone') return form
    const [first, another] = value
    const isToken = another === undefined && isObject(first) && queries.some(({ id }) => Object.hasOwn(first, id))
    return isToken ? form : value.length > 0 && value.every(isObject) ? 'list_of_objects' : null
  }
  const texts = loose.map(({ text }) => text)
  return type === 'array' ? whatForm(texts, ['presentation_alone']) : null
}

const bound = (reason: 'too_deep' | 'too_wide') => `The vp_token ${exceededJsonBound({ ok: false, reason })}`

const expected = say`an empty vp_token`

/** What the names of entries are that no query has as its id: ids in another spelling, or what else a query says. */
function reasonOfIds(names: readonly string[], queries: readonly CredentialQuery[]) {
  const ids = queries.map(({ id }) => ({ name: id }))
  if (names.every((name) => nearName(name, ids, { exact: true }) !== null)) return 'other_spelling'
  const others = new Set(
    queries.flatMap(({ format, type }) => (type.kind === 'any' ? [format] : [format, ...type.values])),
  )
  return names.every((name) => others.has(name)) ? 'type_for_id' : broken
}

/** Checks of the VP Token as a whole. */
export const vpTokenChecks = Object.values(
  area(
    'vp.token',
    { subject: of<ResponseReading>(), rejects: 'invalid_presentation' },
    {
      present: {
        title: 'Response holds a vp_token',
        problem: 'The response has no vp_token',
        clauses: ['OID4VP-1FINAL-5.6', 'OID4VP-1FINAL-8.1'],
        level: 'must',
        counterpart: 'ExtractVP1FinalVpTokenDCQL',
        why: 'The vp_token holds the presentations.',
        hint: 'Send vp_token, or an error where nothing is presented.',
        run: onAnswer((_parameters, { vpToken, request, kind }) => {
          if (request.responseType === 'code' || kind === 'code')
            return notApplicable(say`The presentation is in the Token Response; the code is not redeemed.`)
          return vpToken.present ? pass() : violated({ expected: say`vp_token`, actual: null })
        }),
      },
      is_object: {
        title: 'The vp_token is a JSON object',
        reasons: {
          other_type: {
            says: 'The vp_token is of the JSON type {seen}',
            fix: 'Send {"<query id>": ["<presentation>"]}, as JSON text in a form and as an object in a JWE.',
          },
          unreadable: {
            says: 'The vp_token cannot be read as JSON',
            fix: 'Serialise the vp_token as a JSON object: {"<query id>": ["<presentation>"]}.',
            refusal: 'The vp_token is not JSON.',
          },
          too_deep: {
            says: bound('too_deep'),
            fix: 'Send {"<query id>": ["<presentation>"]}, with presentations that are strings.',
            refusal: `${bound('too_deep')}.`,
          },
          too_wide: {
            says: bound('too_wide'),
            fix: 'Send fewer entries, or fewer presentations for each query.',
            refusal: `${bound('too_wide')}.`,
          },
          ...tokenFormReasons,
          list_of_objects: {
            says: 'The vp_token is a list of objects, not one object by query id',
            fix: 'Send one object that has an array of presentations for each query id: {"<query id>": ["<presentation>"]}.',
          },
          json_in_json: {
            ...tokenFormReasons.json_in_json,
            refusal: 'The vp_token must be a JSON object, not a string that holds one.',
          },
        },
        clauses: ['OID4VP-1FINAL-8.1'],
        level: 'must',
        refusal: 'The vp_token is not a JSON object.',
        counterpart: 'ExtractVP1FinalVpTokenDCQL',
        why: 'Its member names say which query each presentation answers.',
        run: onToken((vpToken, _match, { request }) => {
          const { type, encodedAsText, reason } = vpToken
          const expected = say`object`
          if (type === 'object' && !encodedAsText) return pass()
          const form = formOfToken(vpToken, request.dcql?.credentials ?? [])
          // An unreadable token may still be an object, so the finding names the reason, e.g. an exceeded limit.
          if (reason === 'not_json')
            return violated(form ?? 'unreadable', { expected, actual: say`The vp_token is not JSON.` })
          if (reason !== null) return violated(reason, { expected, actual: say`${declared(bound(reason))}.` })
          if (type !== 'object') return violated(form ?? 'other_type', { expected, actual: word(type) })
          return violated('json_in_json', { expected, actual: say`a string that holds JSON` })
        }),
      },
      not_empty: {
        title: 'The vp_token holds at least one entry',
        problem: 'The vp_token is empty',
        clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINAL-6.4.2'],
        level: 'must',
        refusal: (problem) => `${problem}: send an error to present nothing.`,
        counterpart: 'ExtractVP1FinalVpTokenDCQL',
        why: 'An empty vp_token is not a way to decline.',
        hint: 'Send the error access_denied where nothing is presented.',
        run: onToken(({ type, entries }, _match, reading) => {
          if (requiresNothing(reading)) return notApplicable(say`The request requires no credential.`)
          if (type !== 'object') return notApplicable(say`The vp_token is not an object.`)
          return entries.length > 0
            ? pass(say`${entries.length} entries`)
            : violated({ expected: say`an entry`, actual: bare.none })
        }),
      },
      unique_keys: {
        title: 'The vp_token names each query once',
        problem: 'The vp_token names a query more than once',
        clauses: ['RFC8259-4', 'RFC7519-4'],
        level: 'must',
        why: 'Libraries disagree on which of two entries counts.',
        hint: 'Put all presentations for a query into one array.',
        run: onToken(({ type, duplicateNames }) => {
          if (type !== 'object') return notApplicable(say`The vp_token is not an object.`)
          return duplicateNames.length === 0
            ? pass()
            : violated({ expected: say`each name once`, actual: duplicateNames.slice(0, 20).map(shownName) })
        }),
        rejects: null,
      },
      ids_known: {
        title: 'Each entry of the vp_token belongs to a query of the request',
        reasons: {
          broken: {
            says: 'The vp_token has an entry whose name is not the id of a credential query: {seen}',
            fix: 'Use the id of the credential query as the name of the entry.',
          },
          other_spelling: {
            says: 'The vp_token writes the id of a credential query in another spelling: {seen}',
            fix: 'Copy the id of the credential query character by character.',
          },
          type_for_id: {
            says: 'The vp_token names an entry by a type or a format of its query, not by the id of the query: {seen}',
            fix: 'Use the member id of the credential query as the name of the entry.',
          },
        },
        clauses: ['OID4VP-1FINAL-8.1'],
        level: 'must',
        refusal: 'The vp_token has an entry whose name is not the id of a credential query.',
        counterpart: 'ValidateVpTokenCredentialIdMatchesDcqlQuery',
        why: 'A presentation without a query was not requested.',
        run: onTokenMatch((match, { type, entries }, { request }) => {
          if (type !== 'object') return notApplicable(say`The vp_token is not an object.`)
          if (entries.length === 0) return notApplicable(say`The vp_token is empty.`)
          if (match.unknownIds.length === 0) return pass(entries.map(({ queryId }) => shown(queryId)))
          return violated(reasonOfIds(match.unknownIds, request.dcql?.credentials ?? []), {
            expected: request.dcql?.credentials.map(({ id }) => quote(id)) ?? [],
            actual: match.unknownIds.slice(0, 20).map(shownName),
          })
        }),
      },
      array: {
        title: 'Each entry of the vp_token is an array',
        reasons: {
          not_array: {
            says: 'An entry of the vp_token is not an array of presentations: {seen}',
            fix: 'Send as each entry an array, also for a single presentation.',
          },
          presentation_alone: {
            says: 'An entry of the vp_token is a presentation by itself, not an array of them: {seen}',
            fix: 'Wrap the presentation in an array.',
            draft: 'OpenID4VP drafts with DCQL, before 1.0',
          },
          json_text: {
            says: 'An entry of the vp_token is a string that holds a JSON array: {seen}',
            fix: 'Put the array itself into the vp_token, without quotation marks around it.',
          },
        },
        clauses: ['OID4VP-1FINAL-8.1'],
        level: 'must',
        refusal: 'An entry of the vp_token is not an array of presentations.',
        counterpart: 'ExtractVP1FinalVpTokenDCQL',
        why: 'A query may have several presentations, so even a single one goes into an array.',
        run: onToken(({ entries }) => {
          if (entries.length === 0) return notApplicable(say`The vp_token has no entries.`)
          const others = entries.filter(({ type }) => type !== 'array')
          const texts = others.flatMap(({ elements }) => elements.map(({ text }) => text))
          const isText = others.some(({ encodedAsText }) => encodedAsText === true)
          const alone = texts.length === 0 ? null : whatForm(texts, ['presentation_alone'])
          const form = isText ? 'json_text' : alone
          return others.length === 0
            ? pass()
            : violated(form ?? 'not_array', {
                expected: say`array`,
                actual: others.slice(0, 20).map(({ queryId, type }) => say`${shown(queryId)}: ${type}`),
              })
        }),
      },
      array_not_empty: {
        title: 'Each entry of the vp_token holds a presentation',
        problem: 'An entry of the vp_token is an empty array',
        clauses: ['OID4VP-1FINAL-8.1'],
        level: 'must',
        why: 'An empty array answers nothing.',
        hint: 'Leave out the entries of queries that are not answered.',
        run: onToken(({ entries }) => {
          const arrays = entries.filter(({ type }) => type === 'array')
          if (arrays.length === 0) return notApplicable(say`The vp_token has no arrays.`)
          const empty = arrays.filter(({ elements }) => elements.length === 0)
          return empty.length === 0
            ? pass()
            : violated({
                expected: say`at least one presentation`,
                actual: empty.slice(0, 20).map(({ queryId }) => shown(queryId)),
              })
        }),
      },
      count: {
        title: 'Query without multiple is answered with one presentation',
        problem: 'A query without multiple has more than one presentation',
        clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINAL-6.1'],
        level: 'must',
        refusal: 'A query without multiple: true was answered with several presentations.',
        counterpart: 'ValidateVpTokenPresentationCountMatchesDcqlQuery',
        why: 'A second presentation reveals more than the verifier asked for.',
        hint: 'Send several presentations only for a query with multiple: true.',
        run: onToken((_vpToken, match) => {
          const single = match?.answers.filter(({ multiple, presentations }) => !multiple && presentations > 0) ?? []
          if (single.length === 0) return notApplicable(say`No query for a single presentation was answered.`)
          const several = single.filter(({ presentations }) => presentations > 1)
          return several.length === 0
            ? pass()
            : violated({
                expected: 1,
                actual: several.map(({ queryId, presentations }) => say`${queryId}: ${presentations}`),
              })
        }),
      },
      entry_type: {
        title: 'Each presentation in the vp_token is a string',
        problem: 'A presentation in the vp_token is not a string',
        clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINALA-B.2.5'],
        level: 'must',
        why: 'SD-JWT VC and mdoc are presented as strings.',
        hint: 'Send a compact SD-JWT, or a base64url DeviceResponse, as a string.',
        run: onToken(({ entries }, _match, { unread }) => {
          const all = entries.flatMap(({ queryId, elements }) => elements.map((element) => ({ queryId, ...element })))
          if (all.length === 0) return notApplicable(say`The vp_token has no presentations.`)
          // Entries of other formats have other types.
          const elements = all.filter(({ queryId, index }) => !isAmong(unread, queryId, index))
          const [first] = unread
          if (elements.length === 0 && first !== undefined) return notApplicable(first.because)
          const others = elements.filter(({ text }) => text === null)
          return others.length === 0
            ? pass()
            : violated({
                expected: say`string`,
                actual: others.slice(0, 20).map(({ queryId, type }) => say`${shown(queryId)}: ${type}`),
              })
        }),
      },
      no_duplicates: {
        title: 'No credential is presented twice',
        problem: 'A credential was presented more than once',
        clauses: ['OID4VP-1FINAL-8.1'],
        level: 'should',
        why: 'The same credential twice proves nothing more.',
        hint: 'Send each credential once per query.',
        run: onToken(({ entries }, match) => {
          const count = entries.flatMap(({ elements }) => elements).length
          if (match === null || count < 2)
            return notApplicable(say`The response has only one presentation, or no query.`)
          return match.duplicates.length === 0
            ? pass()
            : violated({
                expected: say`different credentials`,
                actual: match.duplicates
                  .slice(0, 20)
                  .map(({ second }) => say`${shown(second.queryId)} ${second.index}`),
              })
        }),
        rejects: null,
      },
      optional_absent: {
        title: 'Unanswered optional query has no entry in the vp_token',
        problem: 'An unanswered optional query has an entry in the vp_token',
        clauses: ['OID4VP-1FINAL-8.1'],
        level: 'must',
        why: 'Verifiers expect at least one presentation in every entry.',
        hint: 'Leave out the entry instead of sending an empty array or null.',
        run: onTokenMatch((match) => {
          const optional = match.answers.filter(({ required }) => !required)
          if (optional.length === 0) return notApplicable(say`Every query of the request is required.`)
          const empty = optional.filter(({ emptyEntry }) => emptyEntry)
          return empty.length === 0
            ? pass()
            : violated({ expected: say`no entry`, actual: empty.map(({ queryId }) => say`${queryId}: empty`) })
        }),
        rejects: null,
      },
      sets_satisfied: {
        title: 'Every required credential set is answered in full',
        problem: 'A required credential set is not answered in full',
        clauses: ['OID4VP-1FINAL-6.4.2'],
        level: 'must',
        why: 'The verifier needs one complete option of each required set.',
        hint: 'Send all credentials of one option, or the error access_denied.',
        run: onTokenMatch((match) => {
          const required = match.sets?.filter((set) => set.required) ?? []
          if (required.length === 0) return notApplicable(say`The request has no required credential set.`)
          const open = required.filter(({ chosen }) => chosen === null)
          return open.length === 0
            ? pass()
            : violated({
                expected: open.map(({ options }) =>
                  listed(
                    options.map(({ ids }) => listed(ids.map(quote), ' + ')),
                    ' or ',
                  ),
                ),
                actual: open.map(({ options }) => {
                  const delivered = [...new Set(options.flatMap((option) => option.delivered))]
                  return delivered.length === 0 ? bare.none : listed(delivered.map(quote), ' + ')
                }),
              })
        }),
      },
      all_credentials: {
        title: 'Every credential query is answered',
        reasons: {
          query: {
            says: 'A credential query is unanswered: {seen}',
            fix: 'Send a presentation for each credential query, or the error access_denied.',
          },
          // ISO/IEC 18013-7 has no error response. ISO18013-7-C
          document_request: {
            says: 'A document request is unanswered: {seen}',
            fix: 'Return a document for each document request, or let the browser share nothing.',
            refusal: 'A document request is unanswered: all of them are required.',
          },
        },
        clauses: ['OID4VP-1FINAL-6.4.2'],
        level: 'must',
        refusal: 'A credential query is unanswered: without credential_sets all of them are required.',
        why: 'Without credential_sets the verifier needs every credential that it asks for.',
        run: onTokenMatch((match, _vpToken, { annexC }) => {
          if (match.unanswered === null) return notApplicable(say`The request has credential sets.`)
          return match.unanswered.length === 0
            ? pass()
            : violated(annexC === undefined ? 'query' : 'document_request', {
                expected: say`all of them`,
                actual: match.unanswered.map(quote),
              })
        }),
      },
      no_partial: {
        title: 'Wallet that cannot satisfy the whole query presents nothing',
        reasons: {
          credentials: {
            says: 'The wallet presented something although it cannot satisfy the whole query',
            fix: 'Send the error access_denied instead of part of the credentials.',
          },
          documents: {
            says: 'The wallet returned some of the documents that the request asks for, and not all',
            fix: 'Let the browser share nothing instead of part of the documents.',
          },
        },
        clauses: ['OID4VP-1FINAL-6.4.2'],
        level: 'must',
        why: 'A partial response reveals data that the verifier cannot use.',
        run: onTokenMatch((match, _vpToken, { annexC }) => {
          if (match.satisfied) return notApplicable(say`The query was answered in full.`)
          return match.partial
            ? violated(annexC === undefined ? 'credentials' : 'documents', {
                expected: say`everything required, or nothing`,
                actual: say`a part of it`,
              })
            : pass()
        }),
        rejects: null,
      },
      no_surplus: {
        title: 'Wallet presents no credential outside the options it chose',
        problem: 'The wallet presented a credential outside the options it chose',
        clauses: ['OID4VP-1FINAL-6.4.2', 'OID4VP-1FINAL-15.4'],
        level: 'should',
        why: 'A credential outside the chosen option reveals data needlessly.',
        hint: 'Send the credentials of one option of each set.',
        run: onTokenMatch((match) => {
          if (match.sets === null) return notApplicable(say`The request has no credential sets.`)
          if (!match.satisfied) return notApplicable(say`No option is complete; see vp.token.sets_satisfied.`)
          return match.surplus.length === 0
            ? pass()
            : violated({ expected: say`one option`, actual: match.surplus.map(quote) })
        }),
        rejects: null,
      },
      option_chosen: {
        title: 'Chosen option of each credential set was recorded',
        problem: 'The chosen option of a credential set is unknown',
        clauses: ['OID4VP-1FINAL-6.4.2', 'OID4VP-1FINAL-6.4.3'],
        level: 'info',
        why: 'The user may choose any option.',
        hint: 'Nothing to do: this is for information.',
        run: onToken((_vpToken, match) => {
          const open = match?.sets?.filter(({ options }) => options.length > 1) ?? []
          if (open.length === 0) return notApplicable(say`No credential set of the request offers a choice.`)
          return pass(
            open.map(({ index, chosen }) => say`set ${index}: ${chosen === null ? bare.none : say`option ${chosen}`}`),
          )
        }),
        rejects: null,
      },
      multiple_honoured: {
        title: 'Query with multiple is answered with several credentials',
        problem: 'A query with multiple was answered with one credential',
        clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-8.1'],
        level: 'info',
        why: 'With multiple: true the user may present every credential that matches.',
        hint: 'Let the user choose several credentials for a query with multiple: true.',
        run: onTokenMatch((match) => {
          const several = match.answers.filter(({ multiple, presentations }) => multiple && presentations > 0)
          if (several.length === 0) return notApplicable(say`No query for several presentations was answered.`)
          const counted = several.map(({ queryId, presentations }) => ({
            queryId,
            // The same credential again does not count.
            count: presentations - match.duplicates.filter(({ second }) => second.queryId === queryId).length,
          }))
          // OpenID4VP 6.1: several can be returned, so one is right too.
          return counted.every(({ count }) => count > 1)
            ? pass(counted.map(({ queryId, count }) => say`${queryId}: ${count}`))
            : notObserved(say`One credential was presented: the wallet may hold no other, or its user chose one.`)
        }),
        rejects: null,
      },
      empty_when_optional: {
        title: 'Wallet that holds nothing optional sends an empty vp_token',
        problem: 'The wallet holds nothing optional, and its response is not an empty vp_token',
        clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINAL-6.4.2'],
        level: 'info',
        why: 'Where every credential is optional, a wallet that holds none satisfies the query by presenting nothing.',
        hint: 'Send the vp_token {}, without an entry for a query that no credential matches.',
        run: (reading) => {
          const { vpToken, walletError } = reading
          if (!requiresNothing(reading)) return notApplicable(say`The request requires a credential.`)
          if (walletError !== null)
            return walletError.code === 'access_denied'
              ? tolerated({ expected, actual: say`the error access_denied` })
              : notObserved(say`The wallet responded with another error than access_denied.`)
          if (vpToken.type !== 'object') return notApplicable(say`The response holds no vp_token that is an object.`)
          if (vpToken.entries.some(({ elements }) => elements.length > 0))
            return notApplicable(say`The wallet presented a credential.`)
          return vpToken.entries.length === 0
            ? pass()
            : violated({ expected, actual: vpToken.entries.slice(0, 20).map(({ queryId }) => shown(queryId)) })
        },
        rejects: null,
      },
    },
  ),
)
