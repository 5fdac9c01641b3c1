import { Note } from './note'

/** Brings what has just appeared into view: the button may be far above it, or below the fold. */
const focusIt = (shown: HTMLElement | null): void => shown?.focus()

/** Why a form was refused, in a sentence, in the form itself; `null` if it was not. */
export const FormRefusal = ({ refusal }: { readonly refusal: string | null }) => (
  <div role="alert">
    {refusal !== null && (
      <div ref={focusIt} tabIndex={-1} className="scroll-my-4 rounded-md">
        <Note kind="warning">{refusal}</Note>
      </div>
    )}
  </div>
)
