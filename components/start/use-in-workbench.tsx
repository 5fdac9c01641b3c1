import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'

interface UseInWorkbenchProps {
  /** Id of the form with the options. */
  readonly form: string
  readonly wing: 'issuance' | 'presentation'
}

/** Gives the options of a form to a workbench instead of one session. */
export const UseInWorkbench = ({ form, wing }: UseInWorkbenchProps) => (
  <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
    <button
      type="submit"
      form={form}
      formAction={renderedPaths.useInWorkbench()}
      name="wing"
      value={wing}
      className={buttonClass()}
    >
      Use in the workbench
    </button>
    The code of your workbench then makes sessions with these options.
  </p>
)
