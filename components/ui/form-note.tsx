import type { ReactNode } from 'react'
import { Note } from './note'

/** What the forms of a page say, by the codes in its URL. */
export interface FormWords {
  readonly done: Readonly<Record<string, string>>
  readonly problems: Readonly<Record<string, string>>
}

interface FormNoteProps {
  readonly words: FormWords
  /** What was done, and why something was not, as codes; '' for nothing. A problem is shown alone. */
  readonly done?: string | undefined
  readonly problem?: string | null | undefined
  /** Follows the words of a problem. */
  readonly children?: ReactNode
}

/** Says what a form came to. Codes come from the URL, so only known ones have words of their own. */
export function FormNote({ words, done = '', problem, children }: FormNoteProps) {
  if (problem)
    return (
      <div role="alert">
        <Note kind="warning">
          {known(words.problems, problem) ?? 'This did not work. Try again; the log of the service says why.'}
          {children}
        </Note>
      </div>
    )
  const said = known(words.done, done)
  return said === undefined ? null : (
    <div role="status">
      <Note kind="information">{said}</Note>
    </div>
  )
}

const known = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined
