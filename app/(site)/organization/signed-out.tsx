import { headers } from 'next/headers'
import { keyProblems } from '@/components/operator/key-form'
import { signInProblems } from '@/components/organization/form-words'
import { SignInForm } from '@/components/organization/sign-in-form'
import { FormNote, type FormWords } from '@/components/ui/form-note'
import { sessionEnd } from '@/lib/queries/page-session'

interface SignedOutProps {
  /** Page to return to. */
  readonly back?: string
  readonly done?: string | undefined
  readonly problem?: string | undefined
  /** What the page says of its own forms. */
  readonly words?: FormWords
}

/** Asks for a key, and says why whoever had signed in no longer is. */
export async function SignedOut({
  back,
  done,
  problem,
  words = { done: {}, problems: signInProblems },
}: SignedOutProps) {
  const why = problem || done ? problem : await headers().then(sessionEnd)
  // Every key of an organisation may sign in, so here it is the token of the operator.
  const { insufficient_api_key_scope } = keyProblems
  return (
    <>
      <FormNote
        words={{ ...words, problems: { ...words.problems, insufficient_api_key_scope } }}
        done={done}
        problem={why}
      />
      <SignInForm back={back} />
    </>
  )
}
