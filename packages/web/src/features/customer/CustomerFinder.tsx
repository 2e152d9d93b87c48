import { t } from '@parley/core/text/translate'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { useState } from 'react'
import { failureWords } from '../../client/action-messages.ts'
import { useOtherCustomers } from '../../data/conversations/customer.ts'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { CustomerData } from './CustomerData.tsx'

/** Beside none: all customers are searched. */
const nobody = ''

/** Finds a customer by name or number, and exports or erases what is held about them. */
export function CustomerFinder() {
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState('')
  const [erased, setErased] = useState<string | null>(null)
  const customers = useOtherCustomers(search, nobody)
  const found = search === '' ? [] : (customers.data ?? [])
  const chosen = found.find(one => one.id === chosenId)
  return (
    <Grid as="section" narrow gap={3} aria-labelledby="export-or-erase">
      <Text as="h3" id="export-or-erase" size="body" weight={600}>
        {t('Export or erase a customer')}
      </Text>
      <Text as="p" size="list" tone="muted">
        {t(
          'For a customer who asks what is held about them, or wants to be forgotten. Find them by name or phone number.',
        )}
      </Text>
      <ListSearch
        of={t('customers')}
        search={search}
        onSearch={text => {
          setSearch(text)
          setErased(null)
        }}
      />
      {customers.isError && <FailureNote>{failureWords('fetchConversations', customers.error)}</FailureNote>}
      <Text as="p" role="status" size="meta" tone="muted">
        {erased !== null && t('The data of {name} was erased.', { name: erased })}
        {erased === null && customers.isSuccess && found.length === 0 && t('No customer found')}
      </Text>
      {found.length > 0 && (
        <RadioList
          label={t('Customer')}
          value={chosenId}
          onChange={setChosenId}
          choices={found.map(one => ({
            value: one.id,
            label: customerNameOf(one),
            hint: phoneLabel(phoneOf(one)),
          }))}
        />
      )}
      {chosen !== undefined && (
        <CustomerData
          key={chosen.id}
          conversation={chosen}
          onErased={() => {
            setErased(customerNameOf(chosen))
            void customers.refetch()
          }}
        />
      )}
    </Grid>
  )
}
