import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

/** Makes a workbench and leads to it: one press, also without script. */
export const OpenWorkbench = () => (
  <form method="post" action={renderedPaths.openWorkbench()} className="max-md:w-full">
    <button type="submit" className={buttonClass({ look: 'solid', size: 'large' }, 'max-md:w-full')}>
      Open a workbench
      <Icon name="arrow" />
    </button>
  </form>
)
