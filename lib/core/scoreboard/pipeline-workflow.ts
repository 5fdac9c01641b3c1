/** Names shared by the workflow of pipelines, its starters and its workers. Imports nothing, so that workflow code can use it. */
export const pipelineWorkflowType = 'PipelineWorkflow'
export const pipelineTaskQueue = 'pipelines'

/** Workflow id of a run. A pipeline's id has only letters and digits, so it can be read back. */
export const pipelineWorkflowId = (pipelineId: string, suffix: string): string => `pipeline-${pipelineId}-${suffix}`

/** The pipeline that a workflow id names; `null` if it names none. */
export const pipelineOfWorkflow = (workflowId: string): string | null =>
  /^pipeline-([A-Za-z0-9]{1,64})-./.exec(workflowId)?.[1] ?? null
