import { negativeTest } from '.'

/** What a session was made with, as far as it says what is tested. */
interface TestOptions {
  readonly negative_test?: unknown
  readonly expect?: unknown
}

/** What a session tests on purpose, as a sentence for its page and its reports; `null` for an ordinary one. */
export function testWords({ options }: { readonly options: TestOptions }): string | null {
  const id = typeof options.negative_test === 'string' ? options.negative_test : null
  // Evidence outlives code: of a test that there is none of any more, the name is left.
  const what = id === null ? null : (negativeTest(id)?.title ?? `${id.replaceAll('_', ' ')}.`)
  if (options.expect === 'refusal')
    return what === null
      ? 'Refusal expected: the wallet should refuse.'
      : `Wrong on purpose: ${what} The wallet should refuse.`
  return what === null ? null : `Unusual on purpose: ${what} The wallet should respond as usual.`
}
