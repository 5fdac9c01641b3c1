import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { CopyButton } from '../ui/copy-button'

interface PipelineBadgeProps {
  readonly name: string
  readonly path: string
  /** Public origin of this service. */
  readonly origin: string
}

/** The badge of a pipeline, and the Markdown to put into a README. */
export function PipelineBadge({ name, path, origin }: PipelineBadgeProps) {
  const address = renderedPaths.pipelinePicture(path, 'svg')
  // A name is foreign text: drop characters that would end the image in Markdown.
  const words = name.replaceAll(/[[\]()<>\\`*_!]/g, ' ').trim()
  const markdown = `[![${words}](${origin}${address})](${origin}${paths.pipeline(path)})`
  return (
    <p className="mt-4 flex flex-wrap items-center gap-3 text-xs text-ink-2">
      {/* biome-ignore lint/performance/noImgElement: the badge is an SVG, shown at its own size */}
      <img src={address} alt="Badge of this pipeline" height={20} className="h-5 w-auto" />
      <CopyButton text={markdown} what="Markdown of the badge" label="Copy badge" />
    </p>
  )
}
