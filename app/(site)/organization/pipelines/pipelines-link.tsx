import { paths } from '@/lib/paths'

/** Leads back to the list of pipelines. */
export const PipelinesLink = () => (
  <p className="text-sm text-ink-2">
    <a className="link target" href={paths.organizationPipelines()}>
      Pipelines
    </a>
    {' /'}
  </p>
)
