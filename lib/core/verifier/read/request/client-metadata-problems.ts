import type { ClauseId } from '../../../ground/ports/clauses'
import { isObject, type Json } from '../../../ground/values/json'
import type { RequestProblem } from './request-problem'
import { subjectSyntaxes } from './subject-syntaxes'

/** Content encryption of answers that can be decrypted. RFC7518-5.1 */
export const openableEncryption = ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512']

const root = '/presentation_request/client_metadata'
const encValues = 'encrypted_response_enc_values_supported'
const subjects = 'subject_syntax_types_supported'

/** Problems in the tester's own `client_metadata` that matter to a wallet. OID4VP-1FINAL-5.1, OID4VP-1FINAL-11.1 */
export function clientMetadataProblems(metadata: Json | undefined): RequestProblem[] {
  if (metadata === undefined) return []
  if (!isObject(metadata)) return [violation('', 'It must be an object: the one of the service was sent.')]
  return [
    ...formatsProblems(metadata.vp_formats_supported),
    ...encValuesProblems(metadata[encValues]),
    ...subjectProblems(metadata[subjects]),
  ]
}

const formatsProblems = (formats: Json | undefined): RequestProblem[] =>
  formats === undefined || (isObject(formats) && Object.keys(formats).length > 0)
    ? []
    : [violation('/vp_formats_supported', 'It must be an object with at least one format.')]

function encValuesProblems(values: Json | undefined): RequestProblem[] {
  if (values === undefined) return []
  if (!Array.isArray(values) || values.length === 0)
    return [violation(`/${encValues}`, 'It must be a non-empty array of names of content encryption.')]
  return values.flatMap((value, index) =>
    openableEncryption.some((known) => known === value)
      ? []
      : [
          violation(
            `/${encValues}/${index}`,
            `A response in this encryption cannot be opened: ${openableEncryption.join(', ')} can.`,
          ),
        ],
  )
}

function subjectProblems(values: Json | undefined): RequestProblem[] {
  if (values === undefined) return []
  if (!Array.isArray(values) || values.length === 0)
    return [violation(`/${subjects}`, 'It must be a non-empty array of subject syntaxes.', 'SIOP2-8')]
  return values.flatMap((value, index) =>
    subjectSyntaxes.some((known) => known === value)
      ? []
      : [
          violation(
            `/${subjects}/${index}`,
            `An ID Token of such a subject cannot be verified: only of ${subjectSyntaxes.join(', ')}.`,
            'SIOP2-8',
          ),
        ],
  )
}

const violation = (path: string, message: string, clause: ClauseId = 'OID4VP-1FINAL-5.1'): RequestProblem => ({
  code: 'invalid_presentation_request',
  severity: 'violation',
  pointer: `${root}${path}`,
  message,
  clause,
})
