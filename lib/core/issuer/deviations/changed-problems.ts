import type { ClauseId } from '../../shared/ports/clauses'
import { isObject, type Json, type JsonObject, pointerStep } from '../../shared/values/json'
import type { IssuanceTarget } from './changed'

/** What an issuer must not send, by the specification. Pointers lead into the document of the target. */
interface DocumentProblem {
  readonly target: IssuanceTarget
  readonly code: 'invalid_document'
  readonly severity: 'violation'
  readonly pointer: string
  readonly message: string
  readonly clause: ClauseId
}

/** A member that a document must have, and whether a value is one. */
interface NeededMember {
  readonly name: string
  readonly is: (value: Json | undefined) => boolean
  readonly must: string
  readonly clause: ClauseId
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''

const isTexts = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0 && value.every(isText)

const text = { is: isText, must: 'a text that is not empty' } as const

const needed: Readonly<Record<IssuanceTarget, readonly NeededMember[]>> = {
  offer: [
    { name: 'credential_issuer', ...text, clause: 'OID4VCI-1FINAL-4.1.1' },
    {
      name: 'credential_configuration_ids',
      is: isTexts,
      must: 'an array of texts that is not empty',
      clause: 'OID4VCI-1FINAL-4.1.1',
    },
  ],
  offer_link: [],
  issuer_metadata: [
    { name: 'credential_issuer', ...text, clause: 'OID4VCI-1FINAL-12.2.4' },
    { name: 'credential_endpoint', ...text, clause: 'OID4VCI-1FINAL-12.2.4' },
    {
      name: 'credential_configurations_supported',
      is: (value) => isObject(value),
      must: 'an object',
      clause: 'OID4VCI-1FINAL-12.2.4',
    },
  ],
  server_metadata: [
    { name: 'issuer', ...text, clause: 'RFC8414-2' },
    { name: 'token_endpoint', ...text, clause: 'RFC8414-2' },
  ],
  token_response: [
    { name: 'access_token', ...text, clause: 'RFC6749-5.1' },
    { name: 'token_type', ...text, clause: 'RFC6749-5.1' },
  ],
  credential_response: [],
}

/** What each document is called, since reports show a message without its target. */
const names: Readonly<Record<IssuanceTarget, string>> = {
  offer: 'The offer',
  offer_link: 'The link to the offer',
  issuer_metadata: 'The issuer metadata',
  server_metadata: 'The authorization server metadata',
  token_response: 'The token response',
  credential_response: 'The credential response',
}

/** Members of which a document has exactly one. */
const alternatives: Partial<
  Readonly<Record<IssuanceTarget, { readonly of: readonly string[]; readonly clause: ClauseId }>>
> = {
  offer_link: { of: ['credential_offer', 'credential_offer_uri'], clause: 'OID4VCI-1FINAL-4.1' },
  credential_response: { of: ['credentials', 'transaction_id'], clause: 'OID4VCI-1FINAL-8.3' },
}

/** What a tester's changes made wrong in a document by the specification: what was wrong before is not told. */
export function changedProblems(target: IssuanceTarget, before: JsonObject, after: JsonObject): DocumentProblem[] {
  const known = new Set(problemsOf(target, before).map(({ pointer }) => pointer))
  return problemsOf(target, after).filter(({ pointer }) => !known.has(pointer))
}

function problemsOf(target: IssuanceTarget, document: JsonObject): DocumentProblem[] {
  const problem = (pointer: string, message: string, clause: ClauseId): DocumentProblem => ({
    target,
    code: 'invalid_document',
    severity: 'violation',
    pointer,
    message,
    clause,
  })
  const { of = [], clause = 'OID4VCI-1FINAL-4.1' } = alternatives[target] ?? {}
  const given = of.filter((name) => document[name] !== undefined)
  return [
    ...needed[target].flatMap(({ name, is, must, clause: rule }) =>
      is(document[name])
        ? []
        : [
            problem(
              `/${name}`,
              `${names[target]} must have this member${document[name] === undefined ? '' : ` as ${must}`}.`,
              rule,
            ),
          ],
    ),
    ...(of.length > 0 && given.length !== 1
      ? [problem('', `${names[target]} must have one of ${of.join(' and ')}.`, clause)]
      : []),
    ...(target === 'issuer_metadata'
      ? formatsMissing(document).map((name) =>
          problem(
            `/credential_configurations_supported/${pointerStep(name)}/format`,
            'Each configuration of the issuer metadata must have its format as a text.',
            'OID4VCI-1FINAL-12.2.4',
          ),
        )
      : []),
  ]
}

/** Names of configurations without a format. */
const formatsMissing = ({ credential_configurations_supported: all }: JsonObject): string[] =>
  isObject(all)
    ? Object.entries(all).flatMap(([name, one]) =>
        isObject(one) && isText(one.format as Json | undefined) ? [] : [name],
      )
    : []
