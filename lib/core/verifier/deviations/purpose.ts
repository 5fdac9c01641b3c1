import { purposeWords } from '../../engine/deviations/deviation'
import { verifierDeviation } from '.'
import { answered, refused } from './verifier-deviation'

/** What a session was made with, as far as it says what deviates. */
interface PurposeOptions {
  readonly negative_test?: unknown
  readonly expect?: unknown
}

/** What a session is for, as a sentence or two for its page and its reports; `null` for an ordinary one. */
export function purposeOf({ options }: { readonly options: PurposeOptions }): string | null {
  const id = typeof options.negative_test === 'string' ? options.negative_test : null
  const reaction = options.expect === 'refusal' ? refused() : answered
  if (id === null) return reaction.expects === 'refusal' ? 'Refusal expected: the wallet should refuse.' : null
  // Evidence outlives code: of a deviation that there is none of any more, the name is left.
  const title = verifierDeviation(id)?.title ?? `${id.replaceAll('_', ' ')}.`
  return purposeWords({ title, ...reaction })
}
