import { t } from '@parley/core/text/translate'
import type { SavedViewEntity } from '@parley/core/saved-views/api'
import { filterOfView, goneInView, isSameFilter, savedFilterOf } from '@parley/core/saved-views/rules'
import { useState } from 'react'
import { laterFailureWords } from '../../../client/later-messages.ts'
import { useMay, useWorkspaceZone } from '../../../data/capabilities/queries.ts'
import { browserZone } from '../../../data/capabilities/workspace-day.ts'
import { useSavedViews, useViewActions } from '../../../data/saved-views/saved-views.ts'
import { useSession } from '../../../data/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Text } from '../../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/Menu.tsx'
import { takeFocus } from '../../../ui/overlays/free-focus.ts'
import { exportFailure, exportList } from './export-list.ts'
import { useAction } from '../../../ui/hooks/use-action.ts'
import { usePhoneLayout } from '../../../ui/hooks/use-media-query.ts'
import { paramsOf } from '../list-filter.ts'
import styles from './SavedViews.module.css'
import { ViewChoices } from './ViewChoices.tsx'
import { ViewDialog } from './ViewDialog.tsx'
import type { ShownView } from './shown-view.ts'

interface SavedViewsProps extends ShownView {
  /** The press that asked for the menu came before its code did. */
  readonly openAtOnce: boolean
}

const none: readonly SavedViewEntity[] = []
const saveWords = (cause: unknown) => laterFailureWords('saveView', cause)
const removeWords = (cause: unknown) => laterFailureWords('removeView', cause)

/** The saved views of the list: which one is shown, the others with their counts, what is done with them, and the list as a file. */
export function SavedViews({ filter, view, openAtOnce, onAddress }: SavedViewsProps) {
  const { data: views, isError } = useSavedViews()
  const mayShare = useMay('shared-views')
  const actions = useViewActions()
  const overwriting = useAction(saveWords)
  const removing = useAction(removeWords)
  const exporting = useAction(exportFailure)
  const phone = usePhoneLayout()
  const otherOrder = filter.order === 'oldest' ? 'newest' : 'oldest'
  const viewerId = useSession()?.user.id ?? ''
  const { timeZone = browserZone() } = useWorkspaceZone()
  const [asks, setAsks] = useState<'save' | 'rename' | 'remove' | null>(null)
  const shown = savedFilterOf(filter)
  const current = views?.find(({ id }) => id === view) ?? null
  const isChanged = current !== null && !isSameFilter(current.filter, shown)
  const mayEdit = current !== null && (current.scope === 'own' || mayShare)
  const open = (one: SavedViewEntity) =>
    onAddress(paramsOf({ ...filterOfView(one.filter), order: filter.order }, one.id))
  const close = () => {
    setAsks(null)
    removing.dismiss()
  }
  const remove = async (id: string) => {
    if (!(await removing.run(() => actions.remove(id)))) return
    close()
    onAddress(paramsOf(filter, null))
  }
  const isGone = view !== null && views !== undefined && current === null
  const says =
    overwriting.failure ??
    exporting.failure ??
    (isGone ? t('This view was deleted') : current === null || isChanged ? null : goneInView(current))
  const trigger = (
    <Button ref={openAtOnce ? takeFocus : null}>
      <Text cut className={styles.name}>
        {current !== null && <span className="visually-hidden">{t('View:')} </span>}
        {current?.name ?? t('Views')}
      </Text>
      {isChanged && (
        <Text weight={400} tone="muted">
          {t('(changed)')}
        </Text>
      )}
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger} defaultOpen={openAtOnce}>
        <ViewChoices
          views={views ?? none}
          failed={isError}
          // What is shown is another list by now: chosen again, the view is as it was saved.
          current={isChanged ? '' : (current?.id ?? '')}
          counts
          onOpen={open}
        />
        <MenuSeparator />
        {/* Where rows are cards there is no title to press. */}
        {phone && (
          <MenuItem onSelect={() => onAddress(paramsOf({ ...filter, order: otherOrder }, view))}>
            {otherOrder === 'oldest' ? t('Oldest first') : t('Newest first')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setAsks('save')}>{t('Save view…')}</MenuItem>
        <MenuItem onSelect={() => void exporting.run(() => exportList(filter, viewerId, timeZone))}>
          {t('Download CSV')}
        </MenuItem>
        {mayEdit && isChanged && (
          <MenuItem onSelect={() => void overwriting.run(() => actions.overwrite(current.id, shown))}>
            {t('Save changes to “{name}”', { name: current.name })}
          </MenuItem>
        )}
        {mayEdit && (
          <MenuItem onSelect={() => setAsks('rename')}>
            {t('Rename “{name}”…', { name: current.name })}
          </MenuItem>
        )}
        {mayEdit && (
          <MenuItem tone="danger" onSelect={() => setAsks('remove')}>
            {t('Delete “{name}”…', { name: current.name })}
          </MenuItem>
        )}
      </Menu>
      <span role="status" className={styles.says}>
        {says}
      </span>
      {asks === 'save' && (
        <ViewDialog
          title={t('Save view')}
          name=""
          mayShare={mayShare}
          onClose={close}
          onSave={async (name, scope) => open(await actions.save(name, scope, shown))}
        />
      )}
      {asks === 'rename' && current !== null && (
        <ViewDialog
          title={t('Rename view')}
          name={current.name}
          mayShare={false}
          onClose={close}
          onSave={async name => void (await actions.rename(current.id, name))}
        />
      )}
      {asks === 'remove' && current !== null && (
        <ConfirmDialog
          title={t('Delete the view “{name}”?', { name: current.name })}
          action={t('Delete')}
          busy={removing.busy}
          failure={removing.failure}
          onClose={close}
          onConfirm={() => void remove(current.id)}
        >
          <p>
            {t('{part} The conversations in it stay as they are.', {
              part:
                current.scope === 'shared'
                  ? t('It is deleted for everybody.')
                  : t('It is deleted on all your devices.'),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
