import type { JsonObject } from '../../ground/values/json'
import { answered, type VerifierDeviation } from './verifier-deviation'

type Changes = VerifierDeviation['changes']

/** What is unusual at once, in the order in which it is applied. A wallet that answers each of these answers all of them. */
const joinedIds: readonly string[] = [
  'iss_mismatch',
  'random_parameter',
  'unknown_dcql_member',
  'conflicting_url_params',
  'extra_members_both_ways',
]

/** One deviation made of several that a good wallet answers, each of which changes the right value a little. */
export function unusualAll(deviations: readonly VerifierDeviation[]): VerifierDeviation {
  const joined = joinedIds.flatMap((id) => deviations.filter((one) => one.id === id))
  const all = <Name extends keyof Changes>(name: Name) =>
    joined.flatMap(({ changes }): NonNullable<Changes[Name]>[] => (changes[name] ? [changes[name]] : []))
  const [parameters, links, responses] = [all('parameters'), all('link'), all('responseAnswer')]
  return {
    id: 'unusual_all',
    title: 'The request, its link and our response to the presentation have all that wallets ignore.',
    clause: 'OID4VP-1FINAL-5',
    ...answered,
    joins: joined.map(({ id }) => id),
    needs: Object.assign({}, ...joined.map(({ needs }) => needs)),
    changes: {
      parameters: (request, tools) =>
        parameters.reduce<JsonObject>((changed, change) => change(changed, tools), request),
      ...(links.length === 0
        ? {}
        : { link: (given, ...more) => links.reduce((changed, change) => change(changed, ...more), given) }),
      responseAnswer: (responseUri) => ({
        body: (right) =>
          responses.reduce((changed, change) => {
            const { body } = change(responseUri)
            return typeof body === 'function' ? body(changed) : changed
          }, right),
      }),
    },
  }
}
