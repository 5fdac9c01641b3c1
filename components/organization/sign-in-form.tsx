import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'

/** Asks for the key of an organisation, or the admin key. `back`: page to return to. */
export function SignInForm({ back }: { readonly back?: string }) {
  return (
    <form
      method="post"
      action={renderedPaths.signIn()}
      className="grid max-w-[520px] gap-3 rounded-md border border-line bg-surface p-4 md:p-5"
    >
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <label className="grid gap-1.5">
        <span className="text-sm font-medium">Key of your organisation</span>
        <input
          type="password"
          name="key"
          required
          autoComplete="current-password"
          className="h-10 rounded-md border border-control bg-surface px-3"
        />
      </label>
      <p className="text-sm text-ink-2">
        It begins with <code>wck_</code>; an owner of the organisation makes it. You see what belongs to the
        organisation, and may do what the key may. You stay signed in for up to twelve hours, until the key ends or the
        service restarts.
      </p>
      <p className="text-sm text-ink-2">
        The admin key signs in as operator, for eight hours: it is <code>ADMIN_API_KEY</code>, or in the file{' '}
        <code>admin-api-key</code> in the data directory.
      </p>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Sign in
      </button>
    </form>
  )
}
