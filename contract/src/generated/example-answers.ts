// The answers to the examples of `call-examples.ts`, shortened. Written by: npm run client

export const EXAMPLE_ANSWERS: Readonly<Record<string, unknown>> = {
  "products": [
    {
      "id": 1,
      "name": "Air Jordan 1 Retro High OG Bred",
      "thumbnail": "/drawings/1.svg",
      "asks": [],
      "bids": []
    }
  ],
  "highestBids": [
    {
      "id": 1,
      "highestBid": 0
    },
    {
      "id": 2,
      "highestBid": 0
    }
  ],
  "browse": {
    "count": 0,
    "page": 1,
    "pages": 1,
    "products": [],
    "facets": {
      "brand": [],
      "model": [],
      "kind": [],
      "size": [
        {
          "value": "9",
          "name": "9",
          "count": 0
        }
      ],
      "colour": [],
      "year": []
    },
    "prices": null,
    "belowRetail": 0,
    "unknown": [
      {
        "facet": "brand",
        "value": "Jordan"
      }
    ],
    "loosen": [
      {
        "choice": "size",
        "count": 2
      }
    ],
    "isClose": false,
    "popular": {
      "models": [],
      "products": [
        {
          "id": 1,
          "name": "Air Jordan 1 Retro High OG Bred",
          "thumbnail": "/drawings/1.svg",
          "lowestAsk": 0,
          "lastSale": 0,
          "change": null
        },
        {
          "id": 2,
          "name": "Air Jordan 1 Low Panda",
          "thumbnail": "/drawings/2.svg",
          "lowestAsk": 0,
          "lastSale": 0,
          "change": null
        }
      ]
    }
  },
  "search": {
    "count": 1,
    "isClose": false,
    "products": [
      {
        "id": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "thumbnail": "/drawings/1.svg",
        "nickname": null,
        "styleCode": null
      }
    ],
    "popular": []
  },
  "releases": {
    "month": "2026-01",
    "before": null,
    "after": null,
    "count": 0,
    "days": []
  },
  "brand": {
    "slug": "jordan",
    "name": "Jordan",
    "text": "<p>Jordan began in 1985 with one basketball shoe that Nike made for Michael Jordan in his first season with the Chicago Bulls. Another has followed it almost every year since, each with a number of its own, and in 1997 the line became a brand with its own mark, the Jumpman.</p>\n<p>Most of what is traded here are retros: the old shoes made again, in the colours in which Jordan once played or in new ones that artists and musicians have drawn. The black and red pairs are called Bred, those in the Bulls&#39; white, red and black Chicago.</p>\n",
    "of": 2,
    "models": [],
    "hasSold": false,
    "products": [
      {
        "id": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "thumbnail": "/drawings/1.svg",
        "lowestAsk": 0,
        "lastSale": 0,
        "change": null
      },
      {
        "id": 2,
        "name": "Air Jordan 1 Low Panda",
        "thumbnail": "/drawings/2.svg",
        "lowestAsk": 0,
        "lastSale": 0,
        "change": null
      }
    ]
  },
  "productBook": {
    "asks": [
      {
        "price": 220,
        "quantity": 1
      }
    ],
    "bids": [
      {
        "price": 200,
        "quantity": 1
      }
    ]
  },
  "prices": [
    220,
    200
  ],
  "bid": "Your bid of 180$ for Air Jordan 1 Retro High OG Bred, size 9 is placed.",
  "changeOrder": "Your bid of 180$ for Air Jordan 1 Retro High OG Bred, size 9 expires in 7 days.",
  "deleteBid": "Your bid of 180$ for Air Jordan 1 Retro High OG Bred, size 9 was removed.",
  "ask": "Your ask of 240$ for Air Jordan 1 Retro High OG Bred, size 9 is placed.",
  "setPriceRules": {
    "answers": [
      {
        "answer": "This ask is kept the lowest, not below 210$."
      }
    ]
  },
  "priceRules": {
    "rules": [
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e01",
        "productId": 1,
        "floor": 210,
        "state": "waits",
        "price": 219,
        "from": "2026-01-31T12:00:00.000Z",
        "refusal": null
      }
    ]
  },
  "deleteAsk": "Your ask of 240$ for Air Jordan 1 Retro High OG Bred, size 9 was removed.",
  "buy": "You bought Air Jordan 1 Retro High OG Bred, size 9 for 220$.",
  "sell": "You sold Air Jordan 1 Retro High OG Bred, size 9 for 200$.",
  "bidAnySize": "Your bid of 150$ for Air Jordan 1 Retro High OG Bred, size 9 or 10, is placed.",
  "orderPairs": {
    "pairs": [
      {
        "id": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "thumbnail": "/drawings/1.svg",
        "hasSize": true,
        "trades": true,
        "highestBid": 150,
        "lowestAsk": 0
      }
    ]
  },
  "orderBatch": {
    "answers": [
      {
        "answer": "Your ask of 245$ for Air Jordan 1 Retro High OG Bred, size 9 is placed."
      },
      {
        "answer": "Your ask of 245$ for Air Jordan 1 Retro High OG Bred, size 9 was removed."
      }
    ]
  },
  "queuePlaces": [
    {
      "id": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e06",
      "productId": 1,
      "ahead": 0,
      "rank": 1
    }
  ],
  "userData": {
    "asks": [
      {
        "id": "",
        "productId": null,
        "name": "",
        "brand": null,
        "price": null,
        "size": "",
        "thumbnail": ""
      }
    ],
    "bids": [
      {
        "id": "",
        "productId": null,
        "name": "",
        "brand": null,
        "price": null,
        "size": "",
        "thumbnail": ""
      },
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-0000000000ff",
        "productId": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "price": 150,
        "size": "10",
        "thumbnail": "/drawings/1.svg",
        "group": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e06"
      }
    ],
    "sales": [
      {
        "id": "",
        "productId": null,
        "name": "",
        "brand": null,
        "price": null,
        "size": "",
        "thumbnail": "",
        "total": null,
        "date": "",
        "deal": null
      },
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e04",
        "productId": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "price": 200,
        "size": "9",
        "thumbnail": "/drawings/1.svg",
        "total": 165,
        "date": "2026-01-31T12:00:00.000Z",
        "deal": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
        "transactionFee": 9.5
      }
    ],
    "purchases": [
      {
        "id": "",
        "productId": null,
        "name": "",
        "brand": null,
        "price": null,
        "size": "",
        "thumbnail": "",
        "total": null,
        "date": "",
        "deal": null
      },
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e03",
        "productId": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "price": 220,
        "size": "9",
        "thumbnail": "/drawings/1.svg",
        "total": 236.6,
        "date": "2026-01-31T12:00:00.000Z",
        "deal": "0192f0c1-7a1b-7c3d-8e4f-000000000002"
      }
    ],
    "shipping": {
      "name": "Ada",
      "surname": "Lovelace",
      "street": "Market Street",
      "street_number": "1",
      "city": "London",
      "zip": "N1",
      "country": "United Kingdom",
      "phone": "5550100"
    },
    "payout": {
      "type": "PAYPAL"
    },
    "payment": {
      "type": "CC"
    }
  },
  "userEvents": {
    "events": [
      {
        "number": 1,
        "kind": "order",
        "at": "2026-01-31T12:00:00.000Z",
        "side": "bid",
        "size": "9",
        "order": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e02",
        "price": 180,
        "reason": null,
        "status": "open",
        "productId": 1
      },
      {
        "number": 2,
        "kind": "order",
        "at": "2026-01-31T12:00:00.000Z",
        "side": "bid",
        "size": "9",
        "order": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e02",
        "price": 180,
        "reason": "owner",
        "status": "cancelled",
        "productId": 1
      }
    ],
    "last": 12
  },
  "history": {
    "trades": [
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e03",
        "productId": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "price": 220,
        "size": "9",
        "thumbnail": "/drawings/1.svg",
        "total": 236.6,
        "date": "2026-01-31T12:00:00.000Z",
        "deal": "0192f0c1-7a1b-7c3d-8e4f-000000000002"
      }
    ],
    "next": null
  },
  "deals": {
    "deals": [
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
        "productId": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "thumbnail": "/drawings/1.svg",
        "size": "9",
        "price": 200,
        "total": 165,
        "party": "seller",
        "date": "2026-01-31T12:00:00.000Z",
        "state": "unpaid",
        "version": 0,
        "dueAt": "2026-01-31T12:00:00.000Z",
        "isDisputed": false,
        "steps": [
          "undo"
        ]
      }
    ],
    "next": null
  },
  "deal": {
    "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
    "productId": 1,
    "name": "Air Jordan 1 Retro High OG Bred",
    "brand": "Jordan",
    "thumbnail": "/drawings/1.svg",
    "size": "9",
    "price": 200,
    "total": 165,
    "party": "seller",
    "date": "2026-01-31T12:00:00.000Z",
    "state": "paid",
    "version": 2,
    "dueAt": "2026-01-31T12:00:00.000Z",
    "isDisputed": false,
    "steps": [
      "undo",
      "ship"
    ],
    "styleCode": null,
    "colourway": null,
    "payment": null,
    "cancellation": null,
    "isOverdue": false,
    "replacedBy": null,
    "replaces": null,
    "penalty": null,
    "shipTo": null,
    "money": [],
    "timeline": [
      {
        "version": 0,
        "event": "trade",
        "by": "seller",
        "state": "unpaid",
        "date": "2026-01-31T12:00:00.000Z",
        "details": null
      },
      {
        "version": 2,
        "event": "payment-held",
        "by": "provider",
        "state": "paid",
        "date": "2026-01-31T12:00:00.000Z",
        "details": null
      }
    ]
  },
  "takeDealStep": {
    "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
    "productId": 1,
    "name": "Air Jordan 1 Retro High OG Bred",
    "brand": "Jordan",
    "thumbnail": "/drawings/1.svg",
    "size": "9",
    "price": 200,
    "total": 165,
    "party": "seller",
    "date": "2026-01-31T12:00:00.000Z",
    "state": "shipped",
    "version": 3,
    "dueAt": "2026-01-31T12:00:00.000Z",
    "isDisputed": false,
    "steps": [],
    "styleCode": null,
    "colourway": null,
    "payment": null,
    "cancellation": null,
    "isOverdue": false,
    "replacedBy": null,
    "replaces": null,
    "penalty": null,
    "shipTo": null,
    "money": [],
    "timeline": [
      {
        "version": 0,
        "event": "trade",
        "by": "seller",
        "state": "unpaid",
        "date": "2026-01-31T12:00:00.000Z",
        "details": null
      },
      {
        "version": 2,
        "event": "payment-held",
        "by": "provider",
        "state": "paid",
        "date": "2026-01-31T12:00:00.000Z",
        "details": null
      }
    ]
  },
  "dealReport": {
    "report": null
  },
  "claimPhotos": {
    "photos": [],
    "canAdd": false
  },
  "productFigures": {
    "lastSale": 200,
    "change": -20,
    "changePercent": -9.1,
    "high52": 220,
    "low52": 220,
    "average": 220,
    "volatility": 0,
    "typicalLow": 220,
    "typicalHigh": 220,
    "premium": null,
    "sales72h": 1,
    "sales365d": 1,
    "turnover": 220,
    "spread": null,
    "openAsks": 0,
    "openBids": 1
  },
  "productHistory": [
    {
      "start": "2026-01-31",
      "open": 220,
      "high": 220,
      "low": 220,
      "close": 220,
      "average": 220,
      "sales": 1
    }
  ],
  "soldPair": {
    "productId": 1,
    "name": "Air Jordan 1 Retro High OG Bred",
    "thumbnail": "/drawings/1.svg",
    "brand": "Jordan",
    "styleCode": null,
    "colourway": null,
    "size": "9",
    "price": 220,
    "date": "2026-01-31T12:00:00.000Z"
  },
  "product": [
    {
      "id": 1,
      "name": "Air Jordan 1 Retro High OG Bred",
      "thumbnail": "/drawings/1.svg",
      "brand": "Jordan",
      "styleCode": null,
      "colourway": null,
      "model": null,
      "nickname": null,
      "description": null,
      "releaseDate": null,
      "sizes": [
        "9",
        "9.5"
      ],
      "kind": null,
      "tradesFrom": null,
      "retailPrice": null,
      "pictures": [],
      "asks": [
        {
          "id": "0192f0c1-7a1b-7c3d-8e4f-0000000000ff",
          "size": "10",
          "price": 250
        }
      ],
      "bids": [
        {
          "id": "0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e06",
          "size": "9",
          "price": 150
        },
        {
          "id": "0192f0c1-7a1b-7c3d-8e4f-0000000000ff",
          "size": "10",
          "price": 150
        }
      ],
      "lastsales": [
        {
          "id": "0192f0c1-7a1b-7c3d-8e4f-000000000002",
          "size": "9",
          "price": 220,
          "date": "2026-01-31T12:00:00.000Z"
        },
        {
          "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
          "size": "9",
          "price": 200,
          "date": "2026-01-31T12:00:00.000Z"
        }
      ],
      "oldersales": []
    }
  ],
  "productOddSales": [
    {
      "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
      "size": "9",
      "price": 200,
      "date": "2026-01-31T12:00:00.000Z"
    }
  ],
  "productSales": {
    "sales": [
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
        "size": "9",
        "price": 200,
        "date": "2026-01-31T12:00:00.000Z"
      },
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-000000000002",
        "size": "9",
        "price": 220,
        "date": "2026-01-31T12:00:00.000Z"
      }
    ],
    "next": null
  },
  "relatedProducts": [
    {
      "id": 2,
      "name": "Air Jordan 1 Low Panda",
      "thumbnail": "/drawings/2.svg",
      "lowestAsk": 0,
      "lastSale": 0,
      "change": null
    }
  ],
  "alsoWatched": {
    "ids": []
  },
  "trending": [
    {
      "id": 1,
      "name": "Air Jordan 1 Retro High OG Bred",
      "thumbnail": "/drawings/1.svg",
      "lowestAsk": 250,
      "lastSale": 200,
      "change": null
    },
    {
      "id": 2,
      "name": "Air Jordan 1 Low Panda",
      "thumbnail": "/drawings/2.svg",
      "lowestAsk": 0,
      "lastSale": 0,
      "change": null
    }
  ],
  "brands": [
    {
      "slug": "jordan",
      "name": "Jordan",
      "products": 2,
      "thumbnail": "/drawings/1.svg"
    }
  ],
  "market": {
    "mostSold": [
      {
        "id": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "thumbnail": "/drawings/1.svg",
        "last": 200,
        "change": null,
        "sales": 1,
        "premium": null,
        "spread": 40,
        "sparkline": [
          220
        ]
      }
    ],
    "largestRise": [],
    "largestFall": [],
    "largestPremium": [],
    "narrowestSpread": [
      {
        "id": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "thumbnail": "/drawings/1.svg",
        "last": 200,
        "change": null,
        "sales": 1,
        "premium": null,
        "spread": 40,
        "sparkline": [
          220
        ]
      }
    ]
  },
  "tape": {
    "sales": [
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
        "product": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "thumbnail": "/drawings/1.svg",
        "brand": "Jordan",
        "size": "9",
        "isOdd": true,
        "price": 200,
        "change": -9.1,
        "date": "2026-01-31T12:00:00.000Z"
      },
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-000000000002",
        "product": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "thumbnail": "/drawings/1.svg",
        "brand": "Jordan",
        "size": "9",
        "isOdd": false,
        "price": 220,
        "change": null,
        "date": "2026-01-31T12:00:00.000Z"
      }
    ],
    "next": null
  },
  "marketIndex": {
    "value": null,
    "change": null,
    "lastClose": null,
    "points": []
  },
  "health": {
    "status": "ok"
  },
  "sellerLevel": {
    "level": 1,
    "minSales": 0,
    "transactionFee": 9.5,
    "sales": 0,
    "until": "2026-01-31",
    "next": {
      "level": 2,
      "minSales": 6,
      "transactionFee": 9
    }
  },
  "money": {
    "sums": [
      {
        "kind": "sale-held",
        "amount": 165
      }
    ],
    "lines": [
      {
        "kind": "sale-held",
        "amount": 165,
        "date": "2026-01-31T12:00:00.000Z",
        "deal": {
          "id": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
          "productId": 1,
          "name": "Air Jordan 1 Retro High OG Bred",
          "brand": "Jordan",
          "thumbnail": "/drawings/1.svg",
          "size": "9",
          "price": 200,
          "total": 165,
          "party": "seller",
          "date": "2026-01-31T12:00:00.000Z",
          "state": "shipped",
          "version": 3,
          "dueAt": "2026-01-31T12:00:00.000Z",
          "isDisputed": false,
          "steps": []
        }
      }
    ],
    "next": null
  },
  "exportMoney": "date,place,kind,amount,deal,party,product,size,state\r\n2026-01-31T12:00:00.000Z,held,sale-held,165.00,0192f0c1-7a1b-7c3d-8e4f-000000000001,seller,Air Jordan 1 Retro High OG Bred,9,shipped\r\n",
  "debt": {
    "amount": 0,
    "paying": 0,
    "payment": "none",
    "needsCard": false,
    "transfer": null
  },
  "sizePreference": {
    "system": null,
    "size": null
  },
  "notices": {
    "notices": [
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-0000000000ff",
        "kind": "trade",
        "productId": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "thumbnail": "/drawings/1.svg",
        "size": "9",
        "side": "ask",
        "price": 200,
        "limit": 200,
        "trade": "0192f0c1-7a1b-7c3d-8e4f-000000000001",
        "deal": null,
        "block": null,
        "date": "2026-01-31T12:00:00.000Z",
        "isRead": false,
        "mail": "none"
      },
      {
        "id": "0192f0c1-7a1b-7c3d-8e4f-0000000000ff",
        "kind": "trade",
        "productId": 1,
        "name": "Air Jordan 1 Retro High OG Bred",
        "brand": "Jordan",
        "thumbnail": "/drawings/1.svg",
        "size": "9",
        "side": "bid",
        "price": 220,
        "limit": 220,
        "trade": "0192f0c1-7a1b-7c3d-8e4f-000000000002",
        "deal": null,
        "block": null,
        "date": "2026-01-31T12:00:00.000Z",
        "isRead": false,
        "mail": "none"
      }
    ],
    "next": null
  },
  "unreadNotices": {
    "unread": 2
  },
  "noticeSettings": {
    "mails": "unproved",
    "kinds": {
      "trade": true,
      "outbid": false,
      "undercut": false,
      "removed": false,
      "expiring": true,
      "alert": true,
      "release": false,
      "deal": true,
      "close": false
    }
  },
  "watches": {
    "products": []
  },
  "hearts": {
    "watches": []
  },
  "collection": {
    "pairs": [],
    "total": {
      "unpriced": 0,
      "price": 0,
      "worth": 0,
      "gain": 0,
      "gainPercent": null
    }
  },
  "collectionHistory": [],
  "vacation": {
    "state": "none",
    "startedAt": null,
    "paused": 0,
    "back": 0,
    "refusedAsks": 0,
    "refusals": []
  },
  "live": "event: book\ndata: {\"product\":1,\"size\":\"9.5\",\"seq\":1,\"lowestAsk\":260,\"highestBid\":0,\"asks\":1,\"bids\":0}",
  "ownLive": "event: order\ndata: {\"product\":1,\"size\":\"9.5\",\"side\":\"ask\",\"status\":\"open\"}",
  "bookFeed": "event: reset\ndata: {\"type\":\"reset\",\"reason\":\"begin\"}\n\nevent: book\ndata: {\"type\":\"book\",\"product\":1,\"size\":\"10\",\"seq\":2,\"asks\":[[1,250]],\"bids\":[[2,150]]}"
};
