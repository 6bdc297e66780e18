-- A job sends the mails of several notices; those that wait were made for one each.
update jobs set data = jsonb_build_object('noticeIds', jsonb_build_array(data -> 'noticeId'))
  where kind = 'notice-mail' and data ? 'noticeId';
