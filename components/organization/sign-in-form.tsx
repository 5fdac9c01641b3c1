import { renderedPaths } from '@/lib/rendered-paths'
import { KeySignIn } from '../ui/key-sign-in'

/** Asks for the key of an organisation, or the admin key. `back`: page to return to. */
export const SignInForm = ({ back }: { readonly back?: string | undefined }) => (
  <KeySignIn action={renderedPaths.signIn()} label="Key of your organisation" back={back}>
    <p className="text-sm text-ink-2">
      It begins with <code>wck_</code>; an owner of the organisation makes it. You see what belongs to the organisation,
      and may do what the key may. You stay signed in for up to twelve hours, until the key ends or the service
      restarts.
    </p>
    <p className="text-sm text-ink-2">
      The admin key signs in as operator, for eight hours: it is <code>ADMIN_API_KEY</code>, or in the file{' '}
      <code>admin-api-key</code> in the data directory.
    </p>
  </KeySignIn>
)
