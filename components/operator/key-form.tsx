import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'

/**
 * Asks for the admin key. It is sent to the server once; the browser then has a session that expires. `back`: the page that it
 * returns to, where that is not the operator's own.
 */
export function KeyForm({ back }: { readonly back?: string }) {
  return (
    <form
      method="post"
      action={paths.enterOperator()}
      className="grid max-w-[520px] gap-3 rounded-md border border-line bg-surface p-4 md:p-5"
    >
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <label className="grid gap-1.5">
        <span className="text-sm font-medium">Admin key</span>
        <input
          type="password"
          name="key"
          required
          autoComplete="current-password"
          className="h-10 rounded-md border border-control bg-surface px-3"
        />
      </label>
      <p className="text-sm text-ink-2">
        It is <code>ADMIN_API_KEY</code>, or in the file <code>admin-api-key</code> in the data directory. You stay
        signed in for up to eight hours, or until the service restarts.
      </p>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Sign in
      </button>
    </form>
  )
}
