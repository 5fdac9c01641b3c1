import { keyProblems } from '../operator/key-form'
import type { FormWords } from '../ui/form-note'

/** Why somebody could not sign in, or may not do something, by the code of the interface. */
export const signInProblems = {
  ...keyProblems,
  session_over: 'Your session has ended. Enter the key again.',
  api_key_required: 'Enter the key.',
  invalid_api_key: 'This is neither a key of an organisation nor the admin key.',
  revoked_api_key: 'This key was revoked. An owner of the organisation makes another one.',
  expired_api_key: 'This key has expired. An owner of the organisation makes another one.',
  insufficient_api_key_scope: 'Nothing was done: your key is not allowed to do that.',
  too_many_requests: 'Too many wrong keys came from this address. Wait a minute, then try again.',
  auth_not_configured:
    'This is no key of an organisation, and the service has no admin key. Set ADMIN_API_KEY, or make its data directory writable, and restart.',
}

const storageAway = 'Storage is not responding, so nothing was changed. Try again in a moment.'

/** Of the page of an organisation. */
export const organizationWords: FormWords = {
  done: {
    revoked: 'The key has been revoked.',
    left: 'You have signed out.',
    saved: 'Saved.',
    deleted: 'The organisation has been deleted, with everything that it owned.',
  },
  problems: {
    ...signInProblems,
    invalid_request: 'Nothing was made: a key needs a name, something that it may do, and 1 to 730 days.',
    too_many_keys: 'The organisation has fifty valid keys, which is as many as it may have. Revoke one first.',
    key_not_found: 'The organisation has no such key any more.',
    organization_not_found: 'No organisation of yours has this namespace.',
    organization_in_use:
      'Nothing was deleted: the organisation has pipelines or runs. Delete its pipelines first; with runs it stays.',
    confirmation_differs: 'Nothing was deleted: what you typed is not its namespace.',
    body_too_large: 'Nothing was saved: the picture is too large.',
    payload_too_large: 'Nothing was saved: the picture is too large.',
    store_unavailable: storageAway,
  },
}

/** Of the pages of pipelines. */
export const pipelineWords: FormWords = {
  done: {
    added: 'The pipeline has been added. It is private until you publish it.',
    saved: 'Saved.',
    scheduled: 'The schedule has been saved.',
    unscheduled: 'The schedule has been removed.',
    published: 'The pipeline is public.',
    unpublished: 'The pipeline is private.',
    evidence_shown: 'Everybody can open the evidence of its runs.',
    evidence_hidden: 'The evidence of its runs is no longer named in public.',
    deleted: 'The pipeline has been deleted.',
  },
  problems: {
    ...signInProblems,
    invalid_pipeline: 'Nothing was saved: the definition is wrong in the places that are marked.',
    invalid_request: 'Nothing was saved: the places that are marked are wrong.',
    insecure_transport:
      'Nothing was saved: the definition holds a private key or another value that is sealed, which is taken over https, or from the machine that the service runs on, alone. Others may have read this one.',
    pipeline_exists: 'Nothing was saved: the organisation has a pipeline with this path. Choose another name or path.',
    pipeline_published:
      'Nothing was saved: the pipeline is published, and its definition cannot change until you unpublish it.',
    pipeline_has_runs:
      'The pipeline has run, and statistics are made of its runs, so it was not deleted. Unpublish it and remove its schedule instead.',
    pipeline_not_found: 'The pipeline does not exist any more.',
    pipeline_changed:
      'Nothing was done: somebody else has changed the pipeline meanwhile. Look at what is saved now, then do it again.',
    schedule_not_found: 'The pipeline has no schedule any more.',
    body_too_large: 'Nothing was saved: it is too long.',
    payload_too_large: 'Nothing was saved: it is too long.',
    temporal_unavailable: 'Temporal is not responding, so nothing was changed. Try again in a moment.',
    store_unavailable: storageAway,
  },
}

/** Of the page of what organisations own. */
export const ownedWords: FormWords = {
  done: {
    organization: 'The organisation has been added.',
    saved: 'Saved.',
    published: 'Everybody can see it now.',
    withdrawn: 'Only its organisation can see it now.',
    deleted: 'It has been deleted.',
  },
  problems: {
    ...signInProblems,
    invalid_request: 'Nothing was saved: the places that are marked are wrong.',
    organization_exists: 'Nothing was saved: another organisation has this name or this namespace.',
    organization_not_found: 'The organisation does not exist any more.',
    organization_changed:
      'Nothing was saved: somebody else has changed the organisation meanwhile. Saving again replaces that with what stands here.',
    too_many_organizations: 'Nothing was saved: no more organisations fit.',
    entity_exists: 'Nothing was saved: another record has this path. Choose another name, or another last part.',
    entity_not_found: 'The record does not exist any more.',
    entity_changed: 'Nothing was done: somebody else has changed the record meanwhile. Look at it, then do it again.',
    entity_in_use: 'It is used by what is below it, by pipelines or by runs, so it was not deleted.',
    too_many_entities: 'Nothing was saved: the organisation has as many records as it may.',
    body_too_large: 'Nothing was saved: the picture or the query is too large.',
    payload_too_large: 'Nothing was saved: the picture or the query is too large.',
    store_unavailable: storageAway,
  },
}
