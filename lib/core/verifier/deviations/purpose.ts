import { purposeWords } from '../../engine/deviations/deviation'
import { verifierDeviation } from '.'
import { answered, refused } from './verifier-deviation'

/** What a session was made with, as far as it says what deviates. */
interface PurposeOptions {
  readonly negative_test?: unknown
  readonly expect?: unknown
}

/** What a presentation is for, as sentences for its page and its reports; `null` for an ordinary one. */
export function purposeOf({ options }: { readonly options: PurposeOptions }): string | null {
  const id = typeof options.negative_test === 'string' ? options.negative_test : null
  const { expects, must } = options.expect === 'refusal' ? refused() : answered
  if (id === null) return expects === 'refusal' ? 'Refusal expected: the wallet should refuse.' : null
  const known = verifierDeviation(id)
  if (known?.expects === expects) return purposeWords(known)
  // Evidence outlives code: of a deviation that there is none of any more, the name is left.
  return purposeWords({ title: known?.title ?? `${id.replaceAll('_', ' ')}.`, expects, must })
}
