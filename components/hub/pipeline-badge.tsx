import { paths } from '@/lib/paths'
import { CopyButton } from '../ui/copy-button'

interface PipelineBadgeProps {
  readonly name: string
  readonly path: string
  /** Where this service is reached. */
  readonly origin: string
}

/** The badge of a pipeline, and what to write into a README for it. */
export function PipelineBadge({ name, path, origin }: PipelineBadgeProps) {
  const address = paths.pipelinePicture(path, 'svg')
  // A name is somebody's text: what would end the picture in Markdown stays out.
  const words = name.replaceAll(/[[\]()<>\\`*_!]/g, ' ').trim()
  const markdown = `[![${words}](${origin}${address})](${origin}${paths.pipeline(path)})`
  return (
    <p className="mt-4 flex flex-wrap items-center gap-3 text-xs text-ink-2">
      {/* biome-ignore lint/performance/noImgElement: it is drawn here, as small as it is shown */}
      <img src={address} alt="Badge of this pipeline" height={20} className="h-5 w-auto" />
      <CopyButton text={markdown} what="Markdown of the badge" label="Copy badge" />
    </p>
  )
}
